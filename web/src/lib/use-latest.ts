import { useLayoutEffect, useRef, type RefObject } from 'react';

/** The latest value, for a callback whose identity must not change. */
export function useLatest<T>(value: T): RefObject<T> {
  const ref = useRef(value);
  // Before the effects of children, which may call back.
  useLayoutEffect(() => {
    ref.current = value;
  });
  return ref;
}
