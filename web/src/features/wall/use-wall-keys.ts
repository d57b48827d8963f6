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

export const keysOf: { readonly [A in WallAction]: readonly string[] } = {
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
  (Object.keys(keysOf) as WallAction[]).find((action) => keysOf[action].includes(key));

/** @param isCovered a dialog takes the keys, but for the one that leaves it */
export function useWallKeys(run: (action: WallAction) => void, isCovered: boolean): void {
  const latest = useLatest({ run, isCovered });
  useEffect(() => {
    let isOfMenu = false;
    // Before the menu of a field closes itself, which the library marks as its own key.
    const look = ({ target }: KeyboardEvent) => {
      isOfMenu = target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const action = actionOf(event.key);
      if (!action || (latest.current.isCovered && (action !== 'leave' || isOfMenu))) return;
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
