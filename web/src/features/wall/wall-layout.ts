/** How tiles fill a screen. Sizes in CSS pixels. */
export interface WallLayout {
  readonly columns: number;
  readonly rows: number;
  readonly tileWidth: number;
  /** Pages that are needed for all tiles; at least one. */
  readonly pages: number;
}

export const GAP = 8;
const FRAME_ASPECT = 16 / 10;
/** Narrower tiles cannot be read from a few metres: in pixels on a usual screen, and as a share of one with many pixels. */
const MIN_TILE_WIDTH = 224;
const MIN_TILE_SHARE = 1 / 9;
/** The lines below the frame, in proportion to the tile, as their letters are. */
const CAPTION_SHARE = 0.17;

const heightOf = (width: number): number => width / FRAME_ASPECT + width * CAPTION_SHARE;
const widthOf = (height: number): number => height / (1 / FRAME_ASPECT + CAPTION_SHARE);
const fitting = (space: number, size: number): number => Math.floor((space + GAP) / (size + GAP));

/** The largest tiles with which all fit on one page; with more than fit, the smallest that can be read, on several pages. */
export function layOutWall({ count, width, height }: { count: number; width: number; height: number }): WallLayout {
  const narrowest = Math.max(MIN_TILE_WIDTH, Math.max(width, height) * MIN_TILE_SHARE);
  const mostColumns = Math.max(1, fitting(width, narrowest));
  for (let columns = 1; columns <= mostColumns; columns += 1) {
    const tileWidth = Math.floor(Math.min((width - GAP * (columns - 1)) / columns, widthOf(height)));
    const rows = Math.max(1, fitting(height, heightOf(tileWidth)));
    // In one row more the tiles of this number of columns might be a little lower, and still wider than in the next one.
    const lower = Math.floor(Math.min(tileWidth, widthOf((height - GAP * rows) / (rows + 1))));
    if (columns * rows >= count) return { columns, rows, tileWidth, pages: 1 };
    const nextWidth = (width - GAP * columns) / (columns + 1);
    if (columns * (rows + 1) >= count && lower >= Math.max(narrowest, nextWidth))
      return { columns, rows: rows + 1, tileWidth: lower, pages: 1 };
  }
  const tileWidth = Math.floor(Math.min((width - GAP * (mostColumns - 1)) / mostColumns, widthOf(height)));
  const rows = Math.max(1, fitting(height, heightOf(tileWidth)));
  return { columns: mostColumns, rows, tileWidth, pages: Math.max(1, Math.ceil(count / (mostColumns * rows))) };
}
