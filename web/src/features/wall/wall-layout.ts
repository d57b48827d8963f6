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

interface Size {
  readonly width: number;
  readonly height: number;
}

const heightOf = (width: number): number => width / FRAME_ASPECT + width * CAPTION_SHARE;
const widthOf = (height: number): number => height / (1 / FRAME_ASPECT + CAPTION_SHARE);
const fitting = (space: number, size: number): number => Math.floor((space + GAP) / (size + GAP));

/** The least width of a tile of each size, as a share of the screen. */
const sizes = { S: MIN_TILE_SHARE, M: 1 / 6, L: 1 / 4 } as const;

interface Wall {
  count: number;
  width: number;
  height: number;
  tiles?: 'auto' | keyof typeof sizes;
}

/** The largest tiles with which all fit on one page, or of a chosen size; with more than fit, on several pages. */
export function layOutWall({ count, width, height, tiles = 'auto' }: Wall): WallLayout {
  const size = { width, height };
  return tiles === 'auto' ? layOutLargest(count, size) : layOutSized(count, size, sizes[tiles]);
}

const narrowestOf = ({ width, height }: Size, share: number): number =>
  Math.max(MIN_TILE_WIDTH, Math.max(width, height) * share);

/** As many tiles as fit, each as large as that leaves it. */
function layOutSized(count: number, { width, height }: Size, share: number): WallLayout {
  const narrowest = narrowestOf({ width, height }, share);
  const columns = Math.max(1, fitting(width, narrowest));
  const rows = Math.max(1, fitting(height, heightOf(narrowest)));
  const tileWidth = Math.floor(
    Math.min((width - GAP * (columns - 1)) / columns, widthOf((height - GAP * (rows - 1)) / rows)),
  );
  const pages = Math.max(1, Math.ceil(count / (columns * rows)));
  // A few tiles stand in the middle.
  return { columns: Math.min(columns, Math.max(1, count)), rows, tileWidth, pages };
}

function layOutLargest(count: number, { width, height }: Size): WallLayout {
  const narrowest = narrowestOf({ width, height }, MIN_TILE_SHARE);
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
