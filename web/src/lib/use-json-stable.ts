import { useMemo } from 'react';

/** The same object as long as nothing in it changes; of what JSON has. */
export function useJsonStable<T>(value: T): T {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text) as T, [text]);
}
