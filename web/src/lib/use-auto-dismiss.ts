import { useEffect } from 'react';
import { useLatest } from './use-latest.ts';

const DISMISS_AFTER_MS = 8_000;

/** Dismisses a row of the tray some seconds after `isOver` has become true. */
export function useAutoDismiss(isOver: boolean, onDismiss: (() => void) | null): void {
  const dismiss = useLatest(onDismiss);
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(() => dismiss.current?.(), DISMISS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isOver, dismiss]);
}
