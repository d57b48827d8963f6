import { useCallback, useState } from 'react';

/** A state that belongs to a key: with another key it starts with the initial value again. */
export function useKeyedState<T>(key: string, initial: T): [T, (value: T) => void] {
  const [kept, setKept] = useState({ key, value: initial });
  const set = useCallback((value: T) => setKept({ key, value }), [key]);
  return [kept.key === key ? kept.value : initial, set];
}
