import { useCallback } from 'react';

/** Where toasts begin, in pixels from the top of the window; `app/global.css` uses it. */
const TOP = '--toasts-top';

/** For the controls at the top of a page: toasts appear below them, where they cover none of them. */
export function useToastsBelowRef(): (element: HTMLElement | null) => (() => void) | undefined {
  return useCallback((element) => {
    if (!element) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty(TOP, `${Math.round(element.getBoundingClientRect().bottom)}px`);
    });
    observer.observe(element);
    // A banner above the page moves the controls without changing their size.
    if (element.parentElement) observer.observe(element.parentElement);
    return () => {
      observer.disconnect();
      style.removeProperty(TOP);
    };
  }, []);
}
