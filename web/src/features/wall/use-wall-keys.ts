import { useEffect } from 'react';
import { useLatest } from '../../lib/use-latest.ts';

export type WallAction = 'pause' | 'next' | 'previous' | 'faster' | 'slower' | 'full_screen' | 'help' | 'leave';

export const keysOf: { readonly [A in WallAction]: readonly string[] } = {
  next: ['ArrowRight', 'PageDown'],
  previous: ['ArrowLeft', 'PageUp'],
  pause: [' '],
  faster: ['+'],
  slower: ['-'],
  full_screen: ['f'],
  help: ['?'],
  leave: ['Escape'],
};

const actionOf = (key: string): WallAction | undefined =>
  (Object.keys(keysOf) as WallAction[]).find((action) => keysOf[action].includes(key));

export function useWallKeys(run: (action: WallAction) => void): void {
  const latest = useLatest(run);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const action = actionOf(event.key);
      if (!action) return;
      event.preventDefault();
      latest.current(action);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [latest]);
}
