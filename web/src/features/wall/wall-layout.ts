/** How tiles fill a screen. Sizes in CSS pixels. */
export interface WallGridLayout {
  readonly columns: number;
  readonly rows: number;
  readonly tileWidth: number;
  readonly gap: number;
  /** Pages that are needed for all tiles; at least one. */
  readonly pages: number;
}

/** On a usual screen; a share of one with many pixels. */
const MIN_GAP = 8;
const GAP_SHARE = 1 / 240;
const FRAME_ASPECT = 16 / 10;
/**
 * Narrower tiles cannot be read from a few metres: in pixels on a usual screen, and as a share of one with many pixels.
 */
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
const gapOf = ({ width, height }: Size): number => Math.max(MIN_GAP, Math.round(Math.max(width, height) * GAP_SHARE));
const fitting = (screen: Size, space: number, size: number): number =>
  Math.floor((space + gapOf(screen)) / (size + gapOf(screen)));
/** The widest with which so many fit. */
function tileWidthIn(screen: Size, columns: number, rows: number): number {
  const gap = gapOf(screen);
  const lowest = (screen.height - gap * (rows - 1)) / rows;
  return Math.floor(Math.min((screen.width - gap * (columns - 1)) / columns, widthOf(lowest)));
}

/** The least width of a tile of each size, as a share of the screen. */
const sizes = { S: MIN_TILE_SHARE, M: 1 / 6, L: 1 / 4 } as const;

export interface Wall {
  count: number;
  width: number;
  height: number;
  tiles?: 'auto' | keyof typeof sizes;
}

/** The largest tiles with which all fit on one page, or of a chosen size; with more than fit, on several pages. */
export function layOutWall({ count, width, height, tiles = 'auto' }: Wall): WallGridLayout {
  const size = { width, height };
  return tiles === 'auto' ? layOutLargest(count, size) : layOutSized(count, size, sizes[tiles]);
}

const narrowestOf = ({ width, height }: Size, share: number): number =>
  Math.max(MIN_TILE_WIDTH, Math.max(width, height) * share);

/** As many tiles as fit, each as large as that leaves it. */
function layOutSized(count: number, size: Size, share: number): WallGridLayout {
  const narrowest = narrowestOf(size, share);
  const columns = Math.max(1, fitting(size, size.width, narrowest));
  const rows = Math.max(1, fitting(size, size.height, heightOf(narrowest)));
  const tileWidth = tileWidthIn(size, columns, rows);
  const pages = Math.max(1, Math.ceil(count / (columns * rows)));
  // A few tiles stand in the middle.
  return { columns: Math.min(columns, Math.max(1, count)), rows, tileWidth, gap: gapOf(size), pages };
}

/** All on one page in the number of columns that makes the tiles largest, unless they could not be read. */
function layOutLargest(count: number, size: Size): WallGridLayout {
  const { width, height } = size;
  const narrowest = narrowestOf(size, MIN_TILE_SHARE);
  const mostColumns = Math.max(1, fitting(size, width, narrowest));
  let largest = { columns: 1, rows: 1, tileWidth: 0 };
  for (let columns = 1; columns <= mostColumns; columns += 1) {
    const rows = Math.max(1, Math.ceil(count / columns));
    const tileWidth = tileWidthIn(size, columns, rows);
    if (tileWidth > largest.tileWidth) largest = { columns, rows, tileWidth };
  }
  const gap = gapOf(size);
  if (largest.tileWidth >= narrowest) return { ...largest, gap, pages: 1 };
  const tileWidth = tileWidthIn(size, mostColumns, 1);
  const rows = Math.max(1, fitting(size, height, heightOf(tileWidth)));
  return { columns: mostColumns, rows, tileWidth, gap, pages: Math.max(1, Math.ceil(count / (mostColumns * rows))) };
}
