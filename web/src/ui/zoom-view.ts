export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** An image in a box: `scale` 1 fits it in, `x` and `y` move its upper left corner, in pixels of the box. */
export interface ZoomView extends Point {
  readonly scale: number;
}

export const fittedView: ZoomView = { scale: 1, x: 0, y: 0 };

/** Eight times as large as it fits, or twice its own size, whichever is more. */
const MOST = 8;
export const ZOOM_STEP = 1.25;

/** The scale at which one pixel of the image is one of the screen. */
export const actualScale = (image: Size, box: Size): number =>
  image.width > 0 && box.width > 0 ? Math.max(image.width / box.width, image.height / box.height) : 1;

/** An image that is smaller than its box stands in the middle; a larger one leaves no gap at an edge. */
function within({ scale, x, y }: ZoomView, box: Size): ZoomView {
  const place = (at: number, length: number) =>
    scale <= 1 ? (length * (1 - scale)) / 2 : Math.min(0, Math.max(length * (1 - scale), at));
  return { scale, x: place(x, box.width), y: place(y, box.height) };
}

/** What is under the point stays there. */
export function zoomTo(
  view: ZoomView,
  scale: number,
  at: Point,
  { box, actual }: { box: Size; actual: number },
): ZoomView {
  const next = Math.min(Math.max(MOST, 2 * actual), Math.max(Math.min(1, actual), scale));
  const move = (origin: number, from: number) => origin - ((origin - from) * next) / view.scale;
  return within({ scale: next, x: move(at.x, view.x), y: move(at.y, view.y) }, box);
}

export const panBy = (view: ZoomView, { x, y }: Point, box: Size): ZoomView =>
  within({ scale: view.scale, x: view.x + x, y: view.y + y }, box);
