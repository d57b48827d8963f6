import { setTimeout as wait } from 'node:timers/promises';

/** Polls until `ask` returns something (not null, undefined or false); throws after `timeoutMs`. */
export async function eventually<T>(
  ask: () => T | Promise<T>,
  timeoutMs = 10_000,
): Promise<Exclude<T, null | undefined | false>> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false)
      return answer as Exclude<T, null | undefined | false>;
    if (Date.now() > end) throw new Error(`not within ${timeoutMs} ms: ${String(ask)}`);
    await wait(10);
  }
}
