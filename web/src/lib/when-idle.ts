/** A browser that is never at rest gets to it all the same. */
const LONGEST_WAIT_MS = 3_000;

/** Runs when there is nothing better to do, unless the returned function is called before. */
export function whenIdle(work: () => void): () => void {
  // Safari has none.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 1_000);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(work, { timeout: LONGEST_WAIT_MS });
  return () => window.cancelIdleCallback(handle);
}
