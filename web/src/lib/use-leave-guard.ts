import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { useRegisterLeaveGuard } from './leave-guards.ts';
import { useLatest } from './use-latest.ts';

interface LeaveGuard {
  /** Whether something would be lost; read at the moment of leaving. */
  isDirty: () => boolean;
  /** Whether it could be so: only then the browser asks when the tab is closed. */
  warns: boolean;
  /** Whether the addresses count as the same place. */
  isSamePlace: (from: string, to: string) => boolean;
  /** Asks the user, and goes on or stays. */
  ask: (go: () => void, stay: () => void) => void;
}

/** Guards what is not saved against another page, the closing of the tab and a sign-out. */
export function useLeaveGuard({ isDirty, warns, isSamePlace, ask }: LeaveGuard): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty() && !isSamePlace(currentLocation.pathname, nextLocation.pathname),
  );
  useRegisterLeaveGuard({ isDirty, ask });
  const latest = useLatest(ask);
  const latestDirty = useLatest(isDirty);
  // The blocker is another object each time that it blocks. Its state may go from `blocked` to `blocked` in one
  // rendering, when a user who stays leaves again at once.
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const { proceed, reset } = blocker;
    latest.current(proceed, reset);
  }, [blocker, latest]);
  useEffect(() => {
    if (!warns) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (latestDirty.current()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [warns, latestDirty]);
}
