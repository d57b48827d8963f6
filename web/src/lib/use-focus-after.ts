import { useEffect, useRef, type RefObject } from 'react';

/**
 * Gives the focus to an element when a wait has ended, unless the user has moved it to another field: a button that is
 * disabled while it waits loses the focus, and the keyboard its place. The content of a field is selected, so that it
 * is typed anew.
 */
export function useFocusAfter<E extends HTMLElement>(isPending: boolean): RefObject<E | null> {
  const target = useRef<E>(null);
  const wasPending = useRef(false);
  useEffect(() => {
    const hasEnded = wasPending.current && !isPending;
    wasPending.current = isPending;
    const focused = document.activeElement;
    if (!hasEnded || !(focused === document.body || focused instanceof HTMLButtonElement)) return;
    target.current?.focus();
    if (target.current instanceof HTMLInputElement) target.current.select();
  }, [isPending]);
  return target;
}
