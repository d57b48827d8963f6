import { useEffect, useRef, type RefObject } from 'react';

/** The newest value, for a callback that must not change. */
export function useLatest<T>(value: T): RefObject<T> {
  const ref = useRef(value);
  useEffect(() => {
    ref.current = value;
  });
  return ref;
}
