import type { Rectangle } from './desktop.ts';

/** What two rectangles share; null for nothing. */
export function intersect(a: Rectangle, b: Rectangle): Rectangle | null {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  const [w, h] = [Math.min(a.x + a.w, b.x + b.w) - x, Math.min(a.y + a.h, b.y + b.h) - y];
  return w > 0 && h > 0 ? { x, y, w, h } : null;
}
