import * as z from 'zod';
import { FrameHeader } from '../../contract/events/browser-down/frames.ts';
import { DevicePk } from '../../contract/ids.ts';

export interface Frame {
  readonly header: FrameHeader;
  readonly bytes: Buffer;
}

/** The widths of requests that a frame answers, in pixels: those over `above`, up to `upTo`. */
const WidthRange = z.object({ above: z.number(), upTo: z.number() });
export type WidthRange = Readonly<z.infer<typeof WidthRange>>;

/** Of a frame that answers all requests, as those from gateways of the version before. */
export const ALL_WIDTHS: WidthRange = { above: 0, upTo: 4_096 };

/** A frame on its way to viewers. */
export interface RelayedFrame extends Frame {
  readonly widths: WidthRange;
}
const RelayedHeader = FrameHeader.extend({ widths: WidthRange.default(ALL_WIDTHS) });

/** The screen was at `at` still that of the frame of the time `of` for the widths over `above`. */
export const UnchangedFrame = z.object({
  device_pk: DevicePk,
  at: z.number(),
  of: z.number(),
  above: z.number().default(ALL_WIDTHS.above),
});
export type UnchangedFrame = z.infer<typeof UnchangedFrame>;

const HEADER_LENGTH_BYTES = 4;

/** A frame as one message: length of the header, the header as JSON, the bytes of the frame. */
export const packFrame = ({ header, bytes, widths = ALL_WIDTHS }: Frame & Partial<RelayedFrame>): Buffer =>
  pack({ ...header, widths }, bytes);

/** Without bytes. */
export const packUnchangedFrame = (same: UnchangedFrame): Buffer => pack(same, Buffer.alloc(0));

function pack(header: object, bytes: Buffer): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(HEADER_LENGTH_BYTES);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json, bytes]);
}

function unpack(packed: Buffer): { header: unknown; bytes: Buffer } {
  const end = HEADER_LENGTH_BYTES + packed.readUInt32BE(0);
  const header: unknown = JSON.parse(packed.toString('utf8', HEADER_LENGTH_BYTES, end));
  return { header, bytes: packed.subarray(end) };
}

export function unpackFrame(packed: Buffer): Frame {
  const { header, bytes } = unpack(packed);
  return { header: FrameHeader.parse(header), bytes };
}

/** Decodes what a gateway sends to another gateway: a frame of a device, or the notice that its screen is unchanged. */
export function unpackGatewayMessage(packed: Buffer): RelayedFrame | UnchangedFrame {
  const { header, bytes } = unpack(packed);
  if (bytes.length === 0) return UnchangedFrame.parse(header);
  const { widths, ...rest } = RelayedHeader.parse(header);
  return { header: rest, bytes, widths };
}
