import type { Rectangle, ScreenImage } from '../host/desktop/desktop.ts';
import { DirtyTiles, TILE, type PieceLimits } from './dirty-tiles.ts';
import { wordsOfImage, type PixelWords } from './pixel-words.ts';
import { findVerticalMove } from './vertical-move.ts';

/** A copy of fewer rows costs as much as their picture. */
const LEAST_ROWS = 8;

/** An area of the screen, and from where in the screen the viewer copies it. */
export interface ScreenCopy {
  readonly to: Rectangle;
  readonly fromY: number;
}

/**
 * The screen as a viewer shows it, apart from what loss has done to it. It follows what is sent, so that whatever the
 * viewer has missed or has copied, the difference to the screen is what it still needs.
 */
export class SentScreen {
  readonly #width: number;
  readonly #height: number;
  /** 0, which is no opaque pixel, where nothing was sent. */
  readonly #words: Uint32Array;

  constructor({ width, height }: { width: number; height: number }) {
    this.#width = width;
    this.#height = height;
    this.#words = new Uint32Array(width * height);
  }

  /** The parts of a picture of `area` that differ from what the viewer shows, smallest first. */
  changes(area: Rectangle, image: ScreenImage, limits: PieceLimits): Rectangle[] {
    const tiles = new DirtyTiles({ width: this.#width, height: this.#height });
    for (let y = area.y; y < area.y + area.h; y = nextTile(y))
      for (let x = area.x; x < area.x + area.w; x = nextTile(x)) {
        const [right, bottom] = [Math.min(nextTile(x), area.x + area.w), Math.min(nextTile(y), area.y + area.h)];
        const tile = { x, y, w: right - x, h: bottom - y };
        if (this.#changedBounds(tile, wordsOfImage(image, area, tile)) !== null) tiles.mark(tile);
      }
    const changes: Rectangle[] = [];
    for (let piece = tiles.take(limits); piece !== null; piece = tiles.take(limits)) {
      const within = intersect(piece, area);
      const bounds = this.#changedBounds(within, wordsOfImage(image, area, within));
      if (bounds !== null) changes.push(bounds);
    }
    return changes;
  }

  /** The viewer is sent a part of a picture of `area`. */
  put(area: Rectangle, image: ScreenImage, part: Rectangle): void {
    const { words, stride, start } = wordsOfImage(image, area, part);
    for (let row = 0; row < part.h; row += 1) {
      const from = start + row * stride;
      this.#words.set(words.subarray(from, from + part.w), (part.y + row) * this.#width + part.x);
    }
  }

  /** What the viewer gets by copying what it shows, in this order; it is taken as done. */
  copy(area: Rectangle, image: ScreenImage): ScreenCopy[] {
    const bounds = this.#changedBounds(area, wordsOfImage(image, area, area));
    if (bounds === null || bounds.h < 2 * LEAST_ROWS) return [];
    const after = wordsOfImage(image, area, bounds);
    const move = findVerticalMove(this.#at(bounds), after, bounds);
    if (move === 0) return [];
    const copies = this.#movedRuns(bounds, after, move).map(({ y, h }) => ({
      to: { x: bounds.x, y, w: bounds.w, h },
      fromY: y + move,
    }));
    // No copy may overwrite what a later one copies.
    if (move < 0) copies.reverse();
    for (const { to, fromY } of copies) this.#copyRows(to, fromY);
    return copies;
  }

  /** Runs of rows that the viewer shows `move` rows below. */
  #movedRuns({ x, y: top, w, h }: Rectangle, after: PixelWords, move: number): { y: number; h: number }[] {
    const before = this.#at({ x, y: top, w, h });
    const runs: { y: number; h: number }[] = [];
    let length = 0;
    for (let row = 0; row <= h; row += 1) {
      const from = row + move;
      if (row < h && from >= 0 && from < h && areRowsEqual(before, from, after, row, w)) {
        length += 1;
        continue;
      }
      if (length >= LEAST_ROWS) runs.push({ y: top + row - length, h: length });
      length = 0;
    }
    return runs;
  }

  #copyRows({ x, y, w, h }: Rectangle, fromY: number): void {
    for (let step = 0; step < h; step += 1) {
      const row = fromY > y ? step : h - 1 - step;
      const from = (fromY + row) * this.#width + x;
      this.#words.copyWithin((y + row) * this.#width + x, from, from + w);
    }
  }

  #at({ x, y }: Rectangle): PixelWords {
    return { words: this.#words, stride: this.#width, start: y * this.#width + x };
  }

  /** The smallest rectangle that holds all different pixels; null when there is none. */
  #changedBounds({ x, y, w, h }: Rectangle, after: PixelWords): Rectangle | null {
    const before = this.#at({ x, y, w, h });
    let [left, right, top, bottom] = [w, 0, h, 0];
    for (let row = 0; row < h; row += 1) {
      const [a, b] = [before.start + row * before.stride, after.start + row * after.stride];
      let first = 0;
      while (first < w && before.words[a + first] === after.words[b + first]) first += 1;
      if (first === w) continue;
      let last = w - 1;
      while (before.words[a + last] === after.words[b + last]) last -= 1;
      [left, right] = [Math.min(left, first), Math.max(right, last + 1)];
      [top, bottom] = [Math.min(top, row), row + 1];
    }
    return bottom === 0 ? null : { x: x + left, y: y + top, w: right - left, h: bottom - top };
  }
}

function areRowsEqual(a: PixelWords, rowOfA: number, b: PixelWords, rowOfB: number, width: number): boolean {
  const [from, to] = [a.start + rowOfA * a.stride, b.start + rowOfB * b.stride];
  for (let at = 0; at < width; at += 1) if (a.words[from + at] !== b.words[to + at]) return false;
  return true;
}

const nextTile = (at: number): number => (Math.floor(at / TILE) + 1) * TILE;

function intersect(a: Rectangle, b: Rectangle): Rectangle {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  return { x, y, w: Math.min(a.x + a.w, b.x + b.w) - x, h: Math.min(a.y + a.h, b.y + b.h) - y };
}
