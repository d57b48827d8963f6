import type { Log } from './log.ts';

const INTERVAL_MS = 60_000;
/** Errors with ever other texts, such as addresses of ports, may not fill the memory. */
const MAX_KEPT = 500;

interface Repetition {
  readonly loggedAt: number;
  /** How often it happened since, without a line. */
  readonly unlogged: number;
}

type Failures = Pick<Log, 'warn' | 'error'>;

const kept = new WeakMap<Failures, Map<string, Repetition>>();

/** The innermost cause: the message of a failed query holds the values of the query, which differ with each row. */
const rootMessageOf = (cause: unknown): string =>
  cause instanceof Error ? (cause.cause === undefined ? cause.message : rootMessageOf(cause.cause)) : String(cause);

/**
 * Warns of a failure that is tried again and again: at once, then once a minute while it lasts, with `repeated`, the
 * number of failures since the line before. Whatever fails in the same way in one process shares the line, since a
 * store that is away fails everything.
 */
export function warnOfRepeatedFailure(
  log: Failures,
  {
    cause,
    now = Date.now(),
    severity = 'warn',
    ...about
  }: {
    readonly cause: unknown;
    readonly now?: number;
    readonly severity?: 'warn' | 'error';
    readonly [field: string]: unknown;
  },
  message: string,
): void {
  const known = kept.get(log) ?? new Map<string, Repetition>();
  kept.set(log, known);
  const key = `${message}\n${rootMessageOf(cause)}`;
  const before = known.get(key);
  if (before && now - before.loggedAt < INTERVAL_MS) {
    known.set(key, { ...before, unlogged: before.unlogged + 1 });
    return;
  }
  if (known.size >= MAX_KEPT) known.clear();
  known.set(key, { loggedAt: now, unlogged: 0 });
  log[severity]({ err: cause, ...about, ...(before?.unlogged ? { repeated: before.unlogged } : {}) }, message);
}
