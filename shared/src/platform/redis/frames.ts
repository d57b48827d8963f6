import * as z from 'zod';
import { FrameHeader } from '../../contract/events/browser-down/thumbnail.ts';
import { DevicePk } from '../../contract/ids.ts';

export interface Frame {
  readonly header: FrameHeader;
  readonly bytes: Buffer;
}

/** The screen was at `at` still that of the frame of the time `of`. */
export const UnchangedFrame = z.object({ device_pk: DevicePk, at: z.number(), of: z.number() });
export type UnchangedFrame = z.infer<typeof UnchangedFrame>;

const HEADER_LENGTH_BYTES = 4;

/** A frame as one message: length of the header, the header as JSON, the bytes of the picture. */
export const packFrame = ({ header, bytes }: Frame): Buffer => pack(header, bytes);

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
export function unpackGatewayMessage(packed: Buffer): Frame | UnchangedFrame {
  const { header, bytes } = unpack(packed);
  return bytes.length === 0 ? UnchangedFrame.parse(header) : { header: FrameHeader.parse(header), bytes };
}
