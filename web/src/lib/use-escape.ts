import { useEffect } from 'react';

/**
 * Escape closes what is on top first: a menu or a dialog. Whether there is one is seen before the key reaches it, since
 * it may be gone by the time that the key arrives here.
 */
export function useEscape(onEscape: () => void): void {
  useEffect(() => {
    let isCovered = false;
    const look = () => {
      isCovered = document.querySelector('[role="dialog"], [role="menu"]') !== null;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isCovered) onEscape();
    };
    window.addEventListener('keydown', look, { capture: true });
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', look, { capture: true });
      window.removeEventListener('keydown', onKey);
    };
  }, [onEscape]);
}
