import { useEffect, useRef, type RefObject } from 'react';

/** Spec 2 §9: within this distance of an edge a drag scrolls the tree, … */
const SCROLL_AREA_PX = 70;
/** … by so much a frame at most, right at the edge. */
const MAX_SCROLL_PX = 20;

/** How far a drag at `y` scrolls a view from `top` to `bottom` in the next frame; all in pixels. */
export function scrollStep(y: number, { top, bottom }: { top: number; bottom: number }): number {
  const fromTop = Math.max(0, y - top);
  const fromBottom = Math.max(0, bottom - y);
  const speed = (distance: number) => Math.round(MAX_SCROLL_PX * (1 - distance / SCROLL_AREA_PX));
  if (fromTop < SCROLL_AREA_PX && fromTop <= fromBottom) return -speed(fromTop);
  return fromBottom < SCROLL_AREA_PX ? speed(fromBottom) : 0;
}

/** Scrolls while something is dragged near the upper or lower edge: a target may be far away in a large tree. */
export function useDragScroll(view: RefObject<HTMLElement | null>): {
  onDragOver: (event: React.DragEvent) => void;
  stop: () => void;
} {
  const frame = useRef(0);
  const y = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);

  const stop = () => {
    cancelAnimationFrame(frame.current);
    frame.current = 0;
  };
  const step = () => {
    const element = view.current;
    if (!element) return stop();
    const by = scrollStep(y.current, element.getBoundingClientRect());
    if (by === 0) return stop();
    element.scrollBy(0, by);
    frame.current = requestAnimationFrame(step);
  };
  return {
    onDragOver: (event) => {
      y.current = event.clientY;
      if (frame.current === 0) frame.current = requestAnimationFrame(step);
    },
    stop,
  };
}
