import { useEffect } from 'react';
import { useLatest } from '../../lib/use-latest.ts';

export type WallAction =
  | 'pause'
  | 'next'
  | 'previous'
  | 'faster'
  | 'slower'
  | 'views'
  | 'full_screen'
  | 'help'
  | 'leave';

export const wallActionKeys: { readonly [A in WallAction]: readonly string[] } = {
  next: ['ArrowRight', 'PageDown'],
  previous: ['ArrowLeft', 'PageUp'],
  pause: [' '],
  faster: ['+'],
  slower: ['-'],
  views: ['v'],
  full_screen: ['f'],
  help: ['?'],
  leave: ['Escape'],
};

const actionOf = (key: string): WallAction | undefined =>
  (Object.keys(wallActionKeys) as WallAction[]).find((action) => wallActionKeys[action].includes(key));

/** What is pressed or written into with a space. */
const TAKES_SPACE = 'button, a[href], input, select, textarea, [role="button"], [contenteditable="true"]';

/** @param allowed the only actions, while a dialog covers the wall; null for all of them */
export function useWallKeys(run: (action: WallAction) => void, allowed: readonly WallAction[] | null): void {
  const latest = useLatest({ run, allowed });
  useEffect(() => {
    let isOfMenu = false;
    // Before the menu of a field closes itself, which the library marks as its own key.
    const look = ({ target }: KeyboardEvent) => {
      isOfMenu = target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';
    };
    const onKey = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, key, target } = event;
      if (ctrlKey || metaKey || altKey) return;
      if (key === ' ' && target instanceof Element && target.closest(TAKES_SPACE)) return;
      const action = actionOf(key);
      if (!action) return;
      const only = latest.current.allowed;
      if (only && (isOfMenu || !only.includes(action))) return;
      event.preventDefault();
      latest.current.run(action);
    };
    window.addEventListener('keydown', look, { capture: true });
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', look, { capture: true });
      window.removeEventListener('keydown', onKey);
    };
  }, [latest]);
}
