import type { FrameRequest } from '@vigil/shared/contract/events/agent-down/capture';
import type { FrameExt } from '@vigil/shared/contract/events/agent-up/thumbnail';
import type { FrameHeader } from '@vigil/shared/contract/events/browser-down/frames';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import type { Frame, RelayedFrame } from '@vigil/shared/platform/redis/frames';
import type { SharpConstructor } from 'sharp';
import { coversWidth, widthsOverlap } from './frame-widths.ts';
import { readImageSize } from './image-size.ts';

/** Larger frames are resized before they are sent. */
const MAX_FRAME_BYTES = 150_000;
/** Bounded, so that resizing leaves processor time to the sockets. */
const MAX_CONCURRENT_RESIZES = 2;
const MAX_FRAME_PIXELS = 4_096 * 4_096;
/** Devices are foreign: one whose frame takes longer shows none. The largest frame takes a tenth of it. */
const MAX_RESIZE_S = 5;

/** Loaded with the first frame that has to be resized, because most gateways never need it. */
let loading: Promise<SharpConstructor> | undefined;
const loadSharp = () =>
  (loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  }));

const magic: { readonly [E in FrameExt]: (bytes: Buffer) => boolean } = {
  jpg: (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff,
  png: (bytes) => bytes.readUInt32BE(0) === 0x89504e47,
  webp: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
};

/** Checks the bytes of a frame against its header. @throws Problem `malformed` */
function checkFrame({ header, bytes }: Frame): void {
  if (bytes.length < 16 || !magic[header.ext](bytes)) throw new Problem('malformed', { field: 'ext' });
  const size = readImageSize[header.ext](bytes);
  if (size?.width !== header.width || size.height !== header.height) throw new Problem('malformed', { field: 'width' });
}

/** An agent that was asked for WebP before may still send it. */
const fits = ({ header, bytes }: Frame, { width, format }: Wanted) =>
  header.width <= width && bytes.length <= MAX_FRAME_BYTES && (header.ext !== 'webp' || format === 'webp');

type Wanted = Pick<FrameRequest, 'width' | 'format'>;

type Resize = (frame: RelayedFrame, width: number) => Promise<RelayedFrame>;

const resizeBySharp: Resize = async ({ header, bytes, widths }, width) => {
  const sharp = await loadSharp();
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_FRAME_PIXELS, failOn: 'error' })
    .timeout({ seconds: MAX_RESIZE_S })
    .resize({ width: Math.min(width, header.width), withoutEnlargement: true })
    .jpeg({ quality: 70 })
    .toBuffer({ resolveWithObject: true });
  return {
    header: { ...header, width: info.width, height: info.height, ext: 'jpg' } satisfies FrameHeader,
    bytes: data,
    widths,
  };
};

interface ResizerOptions {
  onUnreadable: (frame: RelayedFrame, cause: unknown) => void;
  onDropped: () => void;
  resize?: Resize;
}

/** A frame with its place in the order of arrival: the clock of the headers may be set back. */
interface Arrived {
  readonly frame: RelayedFrame;
  readonly order: number;
}

/** Whether the viewers of the earlier frame, or some of them, get the later one instead. */
const replaces = (later: Arrived, earlier: Arrived): boolean =>
  earlier.frame.header.device_pk === later.frame.header.device_pk &&
  earlier.order <= later.order &&
  widthsOverlap(earlier.frame.widths, later.frame.widths);

/**
 * Delivers frames unchanged when they fit the request that they answer, and resized otherwise. While all resizes are
 * busy, the newest frame of each request waits and older ones are dropped. No frame is delivered after a newer one for
 * the same viewers.
 */
export function createFrameResizer(
  deliver: (frame: RelayedFrame) => void,
  { onUnreadable, onDropped, resize = resizeBySharp }: ResizerOptions,
) {
  const waiting = new Map<string, Arrived & { readonly width: number }>();
  const running = new Map<string, Arrived>();
  /** Frames whose resize goes on, although a newer one has been delivered, or they are not wanted any more. */
  const outdated = new WeakSet<Arrived>();
  let arrivals = 0;
  const keyOf = ({ header, widths }: RelayedFrame) => `${header.device_pk} ${widths.above}`;

  const deliverNewest = (arrived: Arrived) => {
    for (const [key, earlier] of waiting) {
      if (!replaces(arrived, earlier)) continue;
      waiting.delete(key);
      onDropped();
    }
    for (const earlier of running.values()) if (replaces(arrived, earlier)) outdated.add(earlier);
    deliver(arrived.frame);
  };

  const next = () => {
    for (const [key, arrived] of waiting) {
      if (running.size >= MAX_CONCURRENT_RESIZES) return;
      if (running.has(key)) continue;
      const { frame, order, width } = arrived;
      waiting.delete(key);
      running.set(key, arrived);
      resize(frame, width)
        .then(
          (resized) => (outdated.has(arrived) ? onDropped() : deliverNewest({ frame: resized, order })),
          (cause: unknown) => (outdated.has(arrived) ? onDropped() : onUnreadable(frame, cause)),
        )
        .finally(() => {
          running.delete(key);
          next();
        });
    }
  };

  return {
    /** @throws Problem `malformed` */
    take(frame: RelayedFrame, wanted: Wanted): void {
      checkFrame(frame);
      const order = (arrivals += 1);
      if (fits(frame, wanted)) return deliverNewest({ frame, order });
      if (waiting.has(keyOf(frame))) onDropped();
      waiting.set(keyOf(frame), { frame, order, width: wanted.width });
      next();
    },
    /** Drops the frames of a device that are still to be delivered. */
    release(device: DevicePk): void {
      for (const [key, { frame }] of waiting) {
        if (frame.header.device_pk !== device) continue;
        waiting.delete(key);
        onDropped();
      }
      for (const arrived of running.values()) if (arrived.frame.header.device_pk === device) outdated.add(arrived);
    },
    /** Number of frames that wait to be resized. */
    get queued() {
      return waiting.size;
    },
    /** Whether a frame of the device that covers this width is still to be delivered. */
    isBusyWith: (device: DevicePk, width: number): boolean =>
      [...running.values(), ...waiting.values()].some(
        (arrived) =>
          arrived.frame.header.device_pk === device &&
          coversWidth(arrived.frame.widths, width) &&
          !outdated.has(arrived),
      ),
  };
}
