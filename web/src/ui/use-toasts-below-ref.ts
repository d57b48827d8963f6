import { useCallback } from 'react';

/** Where toasts begin, in pixels from the top of the window; `app/global.css` uses it. */
const TOP = '--toasts-top';

/**
 * The lower edges of what no toast may cover: the controls of the page, and the head of a dialog that is open above it.
 */
const bottoms = new Map<HTMLElement, number>();

function placeToasts(): void {
  const { style } = document.documentElement;
  if (bottoms.size === 0) style.removeProperty(TOP);
  else style.setProperty(TOP, `${Math.round(Math.max(...bottoms.values()))}px`);
}

/** Where an element ends, also while a transition moves it there. */
function bottomOf(element: HTMLElement): number {
  let bottom = element.offsetHeight;
  for (let part: Element | null = element; part instanceof HTMLElement; part = part.offsetParent)
    bottom += part.offsetTop;
  return bottom;
}

/** Lets toasts appear below an element until the returned function is called. */
export function keepToastsBelow(element: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    bottoms.set(element, bottomOf(element));
    placeToasts();
  });
  observer.observe(element);
  // A banner above the page moves the controls without changing their size.
  if (element.parentElement) observer.observe(element.parentElement);
  return () => {
    observer.disconnect();
    bottoms.delete(element);
    placeToasts();
  };
}

/** For the controls at the top of a page: toasts appear below them, where they cover none of them. */
export function useToastsBelowRef(): (element: HTMLElement | null) => (() => void) | undefined {
  return useCallback((element) => (element ? keepToastsBelow(element) : undefined), []);
}
