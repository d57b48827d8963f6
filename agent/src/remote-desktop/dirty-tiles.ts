import type { Rectangle } from '../host/desktop/desktop.ts';

/** Small enough that a cursor costs little, large enough that a picture of it compresses. */
export const TILE = 64;

/** How large a rectangle may be, in tiles. */
export interface PieceLimits {
  readonly rows: number;
  readonly columns: number;
}

const NO_LIMITS: PieceLimits = { rows: Number.POSITIVE_INFINITY, columns: Number.POSITIVE_INFINITY };

/** Which parts of a screen a viewer has not seen as they are now: a map, so that what waits never grows. */
export class DirtyTiles {
  readonly #width: number;
  readonly #height: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #dirty = new Set<number>();

  constructor({ width, height }: { width: number; height: number }) {
    this.#width = width;
    this.#height = height;
    this.#columns = Math.ceil(width / TILE);
    this.#rows = Math.ceil(height / TILE);
  }

  get isEmpty(): boolean {
    return this.#dirty.size === 0;
  }

  mark(area: Rectangle): void {
    for (const tile of this.#tilesOf(area)) this.#dirty.add(tile);
  }

  markAll(): void {
    this.mark({ x: 0, y: 0, w: this.#width, h: this.#height });
  }

  /** Takes the smallest rectangle: where someone types. Null when nothing is dirty. */
  take(limits = NO_LIMITS): Rectangle | null {
    const [smallest] = this.#blocks(limits).toSorted((a, b) => a.w * a.h - b.w * b.h);
    if (smallest === undefined) return null;
    for (let row = 0; row < smallest.h; row += 1)
      for (let column = 0; column < smallest.w; column += 1)
        this.#dirty.delete((smallest.y + row) * this.#columns + smallest.x + column);
    const [x, y] = [smallest.x * TILE, smallest.y * TILE];
    return { x, y, w: Math.min(smallest.w * TILE, this.#width - x), h: Math.min(smallest.h * TILE, this.#height - y) };
  }

  touches(area: Rectangle): boolean {
    return this.#tilesOf(area).some((tile) => this.#dirty.has(tile));
  }

  #tilesOf({ x, y, w, h }: Rectangle): number[] {
    const [left, top] = [Math.max(0, Math.floor(x / TILE)), Math.max(0, Math.floor(y / TILE))];
    const right = Math.min(this.#columns, Math.ceil((x + w) / TILE));
    const bottom = Math.min(this.#rows, Math.ceil((y + h) / TILE));
    const tiles: number[] = [];
    for (let row = top; row < bottom; row += 1)
      for (let column = left; column < right; column += 1) tiles.push(row * this.#columns + column);
    return tiles;
  }

  /** Runs of dirty tiles, with those below of the same width: rectangles in tiles. */
  #blocks(limits: PieceLimits): { x: number; y: number; w: number; h: number }[] {
    const blocks: { x: number; y: number; w: number; h: number }[] = [];
    for (let y = 0; y < this.#rows; y += 1)
      for (let x = 0; x < this.#columns; x += 1) {
        const w = this.#runAt(x, y, limits.columns);
        if (w === 0) continue;
        const above = blocks.find((one) => one.x === x && one.w === w && one.y + one.h === y && one.h < limits.rows);
        if (above) above.h += 1;
        else blocks.push({ x, y, w, h: 1 });
        // The tile behind the run is clean, or begins the next one.
        x += w - 1;
      }
    return blocks;
  }

  #runAt(x: number, y: number, most: number): number {
    let width = 0;
    while (width < most && x + width < this.#columns && this.#dirty.has(y * this.#columns + x + width)) width += 1;
    return width;
  }
}
