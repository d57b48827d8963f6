import { useEffect } from 'react';
import { whenBrowserIdle } from '../../lib/when-idle.ts';

/** Loads what is likely to be needed next, once the page is idle. */
export function Prefetch({ load }: { load: readonly (() => Promise<unknown>)[] }) {
  useEffect(
    () =>
      whenBrowserIdle(() => {
        // A chunk that fails to load now is loaded again when it is needed.
        for (const one of load) one().catch(() => undefined);
      }),
    [load],
  );
  return null;
}
