import { useEffect } from 'react';

/**
 * Escape closes an open menu or dialog first. Whether there is one is checked in the capture phase, since it may be
 * closed by the time that the event bubbles up to the window.
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
