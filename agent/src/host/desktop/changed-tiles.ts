import type { Rectangle } from './desktop.ts';

const TILE = 64;
const PIXEL_BYTES = 4;

/** Rows of four bytes a pixel. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/**
 * The tiles in which two pictures of the same size differ, those beside each other together. Both are in memory, so
 * that they are compared themselves: hashes would read as much, and rows without a change, most of them, are compared
 * in one call.
 */
export function findChangedTiles(before: Pixels, after: Pixels): Rectangle[] {
  const rowBytes = after.width * PIXEL_BYTES;
  const [a, b] = [bufferOf(before.pixels), bufferOf(after.pixels)];
  const isSame = (from: number, to: number) => a.compare(b, from, to, from, to) === 0;
  const found: Rectangle[] = [];
  for (let top = 0; top < after.height; top += TILE) {
    const h = Math.min(TILE, after.height - top);
    if (isSame(top * rowBytes, (top + h) * rowBytes)) continue;
    const changed = new Set<number>();
    for (let row = top; row < top + h; row += 1) {
      const start = row * rowBytes;
      if (isSame(start, start + rowBytes)) continue;
      for (let left = 0; left < after.width; left += TILE) {
        if (changed.has(left)) continue;
        const right = Math.min(left + TILE, after.width);
        if (!isSame(start + left * PIXEL_BYTES, start + right * PIXEL_BYTES)) changed.add(left);
      }
    }
    for (const left of [...changed].toSorted((one, other) => one - other)) {
      const w = Math.min(TILE, after.width - left);
      const last = found.at(-1);
      if (last?.y === top && last.x + last.w === left) found[found.length - 1] = { ...last, w: last.w + w };
      else found.push({ x: left, y: top, w, h });
    }
  }
  return found;
}

const bufferOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);
