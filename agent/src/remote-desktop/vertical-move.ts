import type { PixelWords } from './pixel-words.ts';

/** Pixels of a row that its hash looks at: rows that it finds are compared as a whole. */
const SAMPLES = 256;
const HASH_START = 0x811c_9dc5;
const HASH_FACTOR = 0x0100_0193;
/** Lines of text share single rows; so many rows of one are of no other. */
const WINDOW = 16;
/** Fewer places that tell the same are an accident. */
const LEAST_VOTES = 4;

interface Size {
  readonly w: number;
  readonly h: number;
}

/**
 * How far the content of a rectangle has moved up, as a scrolled text has; negative for down, 0 for not at all. Rows
 * that are there once, before and after, tell it.
 */
export function findVerticalMove(before: PixelWords, after: PixelWords, size: Size): number {
  const [former, rows] = [uniqueRows(before, size), uniqueRows(after, size)];
  const votes = new Map<number, number>();
  for (const [hash, y] of rows) {
    const from = former.get(hash);
    if (y >= 0 && from !== undefined && from >= 0) votes.set(from - y, (votes.get(from - y) ?? 0) + 1);
  }
  let [best, most] = [0, LEAST_VOTES - 1];
  for (const [move, count] of votes) if (count > most) [best, most] = [move, count];
  return best;
}

/** Where each hash of `WINDOW` rows begins; −1 for one that begins in several places. */
function uniqueRows(pixels: PixelWords, size: Size): Map<number, number> {
  const rows = hashRows(pixels, size);
  const unique = new Map<number, number>();
  for (let y = 0; y + WINDOW <= rows.length; y += 1) {
    let hash = HASH_START;
    for (let row = y; row < y + WINDOW; row += 1) hash = mix(hash, rows[row] ?? 0);
    unique.set(hash, unique.has(hash) ? -1 : y);
  }
  return unique;
}

function hashRows({ words, stride, start }: PixelWords, { w, h }: Size): Int32Array {
  const rows = new Int32Array(h);
  const step = Math.max(1, Math.floor(w / SAMPLES));
  for (let y = 0; y < h; y += 1) {
    const from = start + y * stride;
    let hash = HASH_START;
    for (let at = from; at < from + w; at += step) hash = mix(hash, words[at] ?? 0);
    // The lower bits of a product know nothing of the higher bits of its factors.
    rows[y] = hash ^ (hash >>> 15);
  }
  return rows;
}

const mix = (hash: number, word: number): number => Math.imul(hash ^ word, HASH_FACTOR);
