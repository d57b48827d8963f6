import type { Log } from './log.ts';

const INTERVAL_MS = 60_000;
/** Errors with ever other texts, such as addresses of ports, may not fill the memory. */
const MAX_KEPT = 500;

interface Repetition {
  readonly loggedAt: number;
  /** How often it happened since, without a line. */
  readonly unlogged: number;
}

const kept = new WeakMap<Log, Map<string, Repetition>>();

const keyOf = (message: string, cause: unknown): string =>
  `${message}\n${cause instanceof Error ? cause.message : String(cause)}`;

/**
 * Warns of a failure that is tried again and again: at once, then once a minute while it lasts, with `repeated`, the number of failures
 * since the line before. Whatever fails in the same way in one process shares the line, since a store that is away fails everything.
 */
export function warnOfRepeatedFailure(
  log: Log,
  {
    cause,
    now = Date.now(),
    ...about
  }: { readonly cause: unknown; readonly now?: number; readonly [field: string]: unknown },
  message: string,
): void {
  const known = kept.get(log) ?? new Map<string, Repetition>();
  kept.set(log, known);
  const key = keyOf(message, cause);
  const before = known.get(key);
  if (before && now - before.loggedAt < INTERVAL_MS) {
    known.set(key, { ...before, unlogged: before.unlogged + 1 });
    return;
  }
  if (known.size >= MAX_KEPT) known.clear();
  known.set(key, { loggedAt: now, unlogged: 0 });
  log.warn({ err: cause, ...about, ...(before?.unlogged ? { repeated: before.unlogged } : {}) }, message);
}
