import { useEffect } from 'react';

/** Whether a menu or dialog was open when the current key was pressed. */
let isCovered = false;
let isWatching = false;

/**
 * Looks before dialogs and menus close themselves, which they do in the capture phase, too: of listeners on one target
 * the oldest is called first, so this one is added once and stays, however often pages are shown anew.
 */
function watchCover(): void {
  if (isWatching) return;
  isWatching = true;
  const look = () => {
    isCovered = document.querySelector('[role="dialog"], [role="menu"]') !== null;
  };
  window.addEventListener('keydown', look, { capture: true });
}

/** Escape closes an open menu or dialog first, and calls back only without one. */
export function useEscape(onEscape: () => void): void {
  useEffect(() => {
    watchCover();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isCovered) onEscape();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onEscape]);
}
