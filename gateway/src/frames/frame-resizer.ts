import type { SharpConstructor } from 'sharp';
import type { FrameHeader } from '@vigil/shared/contract/events/browser-down/thumbnail';
import type { FrameExt } from '@vigil/shared/contract/events/agent-up/thumbnail';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import type { Frame } from '@vigil/shared/platform/redis/frames';
import { sizeOf } from './image-size.ts';

/** Larger frames are resized before they are sent. */
const MAX_FRAME_BYTES = 150_000;
/** Bounded, so that resizing leaves processor time to the sockets. */
const MAX_CONCURRENT_RESIZES = 2;

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
  const size = sizeOf[header.ext](bytes);
  if (size?.width !== header.width || size.height !== header.height) throw new Problem('malformed', { field: 'width' });
}

const fits = ({ header, bytes }: Frame, width: number) => header.width <= width && bytes.length <= MAX_FRAME_BYTES;

async function resize({ header, bytes }: Frame, width: number): Promise<Frame> {
  const sharp = await loadSharp();
  const { data, info } = await sharp(bytes, { limitInputPixels: 4_096 * 4_096, failOn: 'error' })
    .resize({ width: Math.min(width, header.width), withoutEnlargement: true })
    .jpeg({ quality: 70 })
    .toBuffer({ resolveWithObject: true });
  return {
    header: { ...header, width: info.width, height: info.height, ext: 'jpg' } satisfies FrameHeader,
    bytes: data,
  };
}

/**
 * Delivers frames unchanged when they fit the demanded width, and resized otherwise. While all resizes are busy, the
 * newest frame of each device waits and older ones are dropped.
 */
export function createFrameResizer(
  deliver: (frame: Frame) => void,
  { onUnreadable, onDropped }: { onUnreadable: (device: DevicePk, cause: unknown) => void; onDropped: () => void },
) {
  const waiting = new Map<DevicePk, { frame: Frame; width: number }>();
  const running = new Set<DevicePk>();

  const next = () => {
    for (const [device, { frame, width }] of waiting) {
      if (running.size >= MAX_CONCURRENT_RESIZES) return;
      if (running.has(device)) continue;
      waiting.delete(device);
      running.add(device);
      resize(frame, width)
        .then(deliver, (cause: unknown) => onUnreadable(device, cause))
        .finally(() => {
          running.delete(device);
          next();
        });
    }
  };

  return {
    /** @throws Problem `malformed` */
    take(frame: Frame, width: number): void {
      checkFrame(frame);
      if (fits(frame, width)) return deliver(frame);
      if (waiting.has(frame.header.device_pk)) onDropped();
      waiting.set(frame.header.device_pk, { frame, width });
      next();
    },
    /** Number of frames that wait to be resized. */
    get queued() {
      return waiting.size;
    },
    /** Whether a frame of the device is still to be delivered. */
    isBusyWith: (device: DevicePk): boolean => waiting.has(device) || running.has(device),
  };
}
