import { setTimeout as wait } from 'node:timers/promises';
import { scaledTimeout } from '../../../tests/support/scaled-timeout.ts';

/** The last try may begin shortly before the end; a busy machine needs a moment for it. */
const TRY_MS = 5_000;

/**
 * Polls until `ask` returns something (not null, undefined or false).
 * @throws after `timeoutMs` of the usual machine, also when a try hangs
 */
export async function eventually<T>(
  ask: () => T | Promise<T>,
  timeoutMs = 150_000,
): Promise<Exclude<T, null | undefined | false>> {
  const limitMs = scaledTimeout(timeoutMs);
  const end = Date.now() + limitMs;
  const late = (): never => {
    throw new Error(`not within ${limitMs} ms: ${String(ask)}`);
  };
  for (;;) {
    const answered = new AbortController();
    const hung = wait(Math.max(end - Date.now(), 0) + TRY_MS, undefined, { signal: answered.signal }).then(late);
    const answer = await Promise.race([ask(), hung]).finally(() => answered.abort());
    if (answer !== null && answer !== undefined && answer !== false)
      return answer as Exclude<T, null | undefined | false>;
    if (Date.now() > end) late();
    await wait(10);
  }
}
