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

/** Whether a key closes a menu of its field first, as the library marks it. */
const isOfMenu = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';

/** @param isCovered a dialog takes the keys, but for the one that leaves it */
export function useWallKeys(run: (action: WallAction) => void, isCovered: boolean): void {
  const latest = useLatest({ run, isCovered });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const action = actionOf(event.key);
      if (!action || (latest.current.isCovered && (action !== 'leave' || isOfMenu(event)))) return;
      event.preventDefault();
      latest.current.run(action);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [latest]);
}
