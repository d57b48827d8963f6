/** A part of a ZIP file, as its directory describes it. */
interface Entry {
  readonly name: string;
  readonly method: number;
  /** Of its local header. */
  readonly offset: number;
  readonly packed: number;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
/** The end may be followed by a comment. */
const MAX_COMMENT_BYTES = 65_535;
const DEFLATED = 8;

/** A ZIP file that is damaged, or of a kind that no spreadsheet writes. */
export class ZipProblem extends Error {
  override readonly name = 'ZipProblem';
}

/** @throws ZipProblem, or RangeError where the file ends too early */
export function zipEntries(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - END_BYTES;
  const first = Math.max(0, end - MAX_COMMENT_BYTES);
  while (end >= first && view.getUint32(end, true) !== END) end -= 1;
  if (end < first) throw new ZipProblem('no directory');
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== ENTRY) throw new ZipProblem('damaged directory');
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength));
    entries.push({
      name,
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    });
    at += ENTRY_BYTES + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

export function unpackedStream(
  bytes: Uint8Array,
  { method, offset, packed }: Entry,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = offset + LOCAL_BYTES + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const stream = new Blob([bytes.slice(start, start + packed)]).stream();
  return method === DEFLATED ? stream.pipeThrough(new DecompressionStream('deflate-raw')) : stream;
}

/** How many bytes a part has when it is unpacked, counted without keeping them; counting stops above `atMost`. */
async function unpackedSize(bytes: Uint8Array, entry: Entry, atMost: number): Promise<number> {
  if (entry.method !== DEFLATED) return entry.packed;
  const reader = unpackedStream(bytes, entry).getReader();
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return size;
    size += value.byteLength;
    if (size <= atMost) continue;
    await reader.cancel();
    return size;
  }
}

/** Whether all parts together stay within a budget. What the directory says of their sizes is not believed. */
export async function isUnpackedWithin(bytes: Uint8Array, entries: readonly Entry[], budget: number): Promise<boolean> {
  let left = budget;
  for (const entry of entries) {
    left -= await unpackedSize(bytes, entry, left);
    if (left < 0) return false;
  }
  return true;
}
