import { atom, useSetAtom, useStore } from 'jotai';
import { useCallback, useEffect } from 'react';
import { useLatest } from './use-latest.ts';

interface RegisteredGuard {
  /** Whether something would be lost; read at the moment of leaving. */
  isDirty: () => boolean;
  /** Asks the user, and goes on or stays. */
  ask: (go: () => void, stay: () => void) => void;
}

const guardsAtom = atom<readonly RegisteredGuard[]>([]);

/** Lets what is not saved be asked for by what leaves the page without another address, as a sign-out does. */
export function useRegisterLeaveGuard(guard: RegisteredGuard): void {
  const latest = useLatest(guard);
  const setGuards = useSetAtom(guardsAtom);
  useEffect(() => {
    const registered: RegisteredGuard = {
      isDirty: () => latest.current.isDirty(),
      ask: (go, stay) => latest.current.ask(go, stay),
    };
    setGuards((guards) => [...guards, registered]);
    return () => setGuards((guards) => guards.filter((one) => one !== registered));
  }, [latest, setGuards]);
}

/** Goes on when nothing would be lost, or when the user gives it up. */
export function useAskBeforeLeaving(): (go: () => void) => void {
  const store = useStore();
  return useCallback(
    (go) => {
      const dirty = store.get(guardsAtom).filter(({ isDirty }) => isDirty());
      const stay = () => undefined;
      const askAll = dirty.reduceRight<() => void>((next, guard) => () => guard.ask(next, stay), go);
      askAll();
    },
    [store],
  );
}
