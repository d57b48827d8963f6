import type { RawImage } from './raw-image.ts';

const COLUMNS = 64;
const ROWS = 36;
const COLOURS = 3;

/**
 * The mean red, green and blue of each block of an image, row by row: 64 × 36 blocks, fewer in an image of fewer
 * pixels.
 */
export function averageBlockColours({ pixels, width, height, channels }: RawImage): Uint8Array {
  const [columns, rows] = [Math.min(COLUMNS, width), Math.min(ROWS, height)];
  const sums = new Uint32Array(columns * rows * COLOURS);
  const counts = new Uint32Array(columns * rows);
  const columnOf = Uint32Array.from({ length: width }, (_, x) => Math.floor((x * columns) / width));
  for (let y = 0, at = 0; y < height; y += 1) {
    const firstInRow = Math.floor((y * rows) / height) * columns;
    for (let x = 0; x < width; x += 1, at += channels) {
      const block = firstInRow + columnOf[x]!;
      counts[block]! += 1;
      for (let colour = 0; colour < COLOURS; colour += 1) sums[block * COLOURS + colour]! += pixels[at + colour]!;
    }
  }
  return Uint8Array.from(sums, (sum, index) => Math.round(sum / counts[Math.floor(index / COLOURS)]!));
}

/** `small` is what a blinking cursor or the digits of a clock change. */
export type ScreenDifference = 'none' | 'small' | 'large';

/**
 * Levels of 255 by which the mean of a block may differ without being seen, and from which on the block counts as
 * changed.
 */
const UNSEEN = 1;
const CHANGED = 6;
/** A clock and a cursor touch a few blocks of more than two thousand. */
const MAX_SMALL_BLOCKS = 6;

export function compareBlocks(blockColoursBefore: Uint8Array, after: Uint8Array): ScreenDifference {
  if (blockColoursBefore.length !== after.length) return 'large';
  let isSeen = false;
  let changed = 0;
  for (let at = 0; at < after.length; at += COLOURS) {
    let most = 0;
    for (let colour = at; colour < at + COLOURS; colour += 1)
      most = Math.max(most, Math.abs(after[colour]! - blockColoursBefore[colour]!));
    if (most > UNSEEN) isSeen = true;
    if (most >= CHANGED) changed += 1;
  }
  if (changed > MAX_SMALL_BLOCKS) return 'large';
  return isSeen ? 'small' : 'none';
}
