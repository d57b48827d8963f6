/** Whether somebody looks at the page, as far as a browser tells. */
export interface PageAttention {
  isGiven: () => boolean;
  /** Calls back when it is given again, until the returned function is called. */
  onGiven: (listener: () => void) => () => void;
  /** Until the returned function is called, a visible page need not have the focus: nobody clicks on a wall. */
  watchWithoutFocus: () => () => void;
}

type Page = Pick<Document, 'hasFocus' | 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

export function createPageAttention(page: Page, view: EventTarget): PageAttention {
  let walls = 0;
  const listeners = new Set<() => void>();
  const isWatched = () => walls > 0 && page.visibilityState === 'visible';
  const tellIfWatched = () => {
    if (isWatched() && !page.hasFocus()) for (const listener of listeners) listener();
  };
  return {
    isGiven: () => page.hasFocus() || isWatched(),
    onGiven(listener) {
      listeners.add(listener);
      view.addEventListener('focus', listener);
      page.addEventListener('visibilitychange', tellIfWatched);
      return () => {
        listeners.delete(listener);
        view.removeEventListener('focus', listener);
        page.removeEventListener('visibilitychange', tellIfWatched);
      };
    },
    watchWithoutFocus() {
      walls += 1;
      tellIfWatched();
      return () => void (walls -= 1);
    },
  };
}
