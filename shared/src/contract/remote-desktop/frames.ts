/** What an encrypted message of an agent begins with; others are reserved (RELAY-7). */
const SCREEN_FRAME = 1;

export const desktopOps = { copy: 1, png: 2, jpeg: 3, cursor: 4, size: 5 } as const;
export type DesktopOpName = keyof typeof desktopOps;

/**
 * A rectangle of the screen and its picture. `size` has no picture, and says how large the whole screen is. `cursor` is
 * a PNG of the pointer, whose point is at `x`, `y` of it. `copy` has where in the screen its rectangle is copied from,
 * as the viewer shows it.
 */
export interface DesktopOp {
  readonly op: DesktopOpName;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly data: Uint8Array;
}

export interface DesktopFrame {
  /** Counts the changes of the viewer that is in control (RELAY-10). */
  readonly epoch: number;
  readonly seq: number;
  /** By the clock of the device, in milliseconds since 1970. */
  readonly sentAt: number;
  readonly ops: readonly DesktopOp[];
}

const HEAD_BYTES = 1 + 2 + 4 + 8;
const OP_HEAD_BYTES = 1 + 4 * 2 + 4;

/**
 * `kind u8 | epoch u16 | seq u32 | sent f64 | n × (op u8, x u16, y u16, w u16, h u16, length u32, data)`, the highest
 * byte first.
 */
export function encodeDesktopFrame({ epoch, seq, sentAt, ops }: DesktopFrame): Uint8Array {
  const size = ops.reduce((sum, { data }) => sum + OP_HEAD_BYTES + data.length, HEAD_BYTES);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, SCREEN_FRAME);
  view.setUint16(1, epoch);
  view.setUint32(3, seq);
  view.setFloat64(7, sentAt);
  let at = HEAD_BYTES;
  for (const { op, x, y, w, h, data } of ops) {
    view.setUint8(at, desktopOps[op]);
    for (const [index, value] of [x, y, w, h].entries()) view.setUint16(at + 1 + 2 * index, value);
    view.setUint32(at + 9, data.length);
    bytes.set(data, at + OP_HEAD_BYTES);
    at += OP_HEAD_BYTES + data.length;
  }
  return bytes;
}

const opNames = new Map<number, DesktopOpName>(
  (Object.keys(desktopOps) as DesktopOpName[]).map((name) => [desktopOps[name], name]),
);

/** @returns null for bytes that are no frame, or have an operation that this version does not know */
export function decodeDesktopFrame(bytes: Uint8Array): DesktopFrame | null {
  if (bytes.length < HEAD_BYTES || bytes[0] !== SCREEN_FRAME) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ops: DesktopOp[] = [];
  for (let at = HEAD_BYTES; at < bytes.length;) {
    if (bytes.length - at < OP_HEAD_BYTES) return null;
    const op = opNames.get(view.getUint8(at));
    const [x, y, w, h] = [1, 3, 5, 7].map((offset) => view.getUint16(at + offset)) as [number, number, number, number];
    const from = at + OP_HEAD_BYTES;
    const end = from + view.getUint32(at + 9);
    if (op === undefined || w === 0 || h === 0 || end > bytes.length) return null;
    ops.push({ op, x, y, w, h, data: bytes.subarray(from, end) });
    at = end;
  }
  return { epoch: view.getUint16(1), seq: view.getUint32(3), sentAt: view.getFloat64(7), ops };
}

const COPY_SOURCE_BYTES = 4;

/** The data of `copy`: the upper left corner of its source. */
export function encodeCopySource({ x, y }: { readonly x: number; readonly y: number }): Uint8Array {
  const data = new Uint8Array(COPY_SOURCE_BYTES);
  const view = new DataView(data.buffer);
  view.setUint16(0, x);
  view.setUint16(2, y);
  return data;
}

/** @throws RangeError for other data */
export function decodeCopySource(data: Uint8Array): { x: number; y: number } {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return { x: view.getUint16(0), y: view.getUint16(2) };
}
