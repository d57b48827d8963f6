import { useEffect } from 'react';
import { useLatest } from './use-latest.ts';

const LEAVES_AFTER_MS = 8_000;

/** Removes a row of the tray some time after it needs no attention any more. */
export function useLeaveTray(isOver: boolean, onLeave: (() => void) | null): void {
  const leave = useLatest(onLeave);
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(() => leave.current?.(), LEAVES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isOver, leave]);
}
