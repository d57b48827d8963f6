import { useCallback, useState } from 'react';

/**
 * A state that belongs to a key: with another key it starts with the initial value again, even with a key that it has
 * had before.
 */
export function useKeyedState<T>(key: string, initial: T): [T, (value: T) => void] {
  const [kept, setKept] = useState({ key, value: initial });
  const isOfKey = kept.key === key;
  // React renders once more before anything is shown.
  if (!isOfKey) setKept({ key, value: initial });
  const set = useCallback((value: T) => setKept({ key, value }), [key]);
  return [isOfKey ? kept.value : initial, set];
}
