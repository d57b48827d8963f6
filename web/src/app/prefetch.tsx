import { useEffect } from 'react';
import { whenIdle } from '../lib/when-idle.ts';

/** Fetches what is likely to be wanted next, once the page is at rest. */
export function Prefetch({ load }: { load: readonly (() => Promise<unknown>)[] }) {
  useEffect(
    () =>
      whenIdle(() => {
        // What fails now is asked for again when it is needed.
        for (const one of load) one().catch(() => undefined);
      }),
    [load],
  );
  return null;
}
