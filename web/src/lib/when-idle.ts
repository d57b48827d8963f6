/** Upper limit for browsers that are never idle. */
const MAX_WAIT_MS = 3_000;

/** Runs the work when the browser is idle, unless the returned function is called before. */
export function whenBrowserIdle(work: () => void): () => void {
  // Safari does not support it.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 1_000);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(work, { timeout: MAX_WAIT_MS });
  return () => window.cancelIdleCallback(handle);
}
