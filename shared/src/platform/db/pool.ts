import type { Sql } from 'postgres';

/** Thrown when the pool was replaced while the work ran, or when the work exceeded its time limit. */
export class DatabaseWorkAborted extends Error {
  readonly code = 'CONNECTION_CLOSED';
}

const lostCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'CONNECT_TIMEOUT',
  'CONNECTION_ENDED',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  // Postgres itself says that it shuts down, crashed, or starts up.
  '57P01',
  '57P02',
  '57P03',
]);

/** Whether a failure, or what is behind it, has one of some codes of Postgres or the driver. */
function hasCode(cause: unknown, codes: ReadonlySet<string>): boolean {
  if (!(cause instanceof Error)) return false;
  const { code } = cause as { code?: unknown };
  return (typeof code === 'string' && codes.has(code)) || hasCode(cause.cause, codes);
}

/** Whether a failure means that the connection is gone rather than that a statement is wrong. */
export const isConnectionLost = (cause: unknown): boolean => hasCode(cause, lostCodes);

const deadlockCodes = new Set(['40P01']);

/** Whether Postgres ended a transaction because it and another one waited for each other. */
export const isDeadlock = (cause: unknown): boolean => hasCode(cause, deadlockCodes);

/** Some connections, and the work under way on them. */
export interface RetirablePool {
  readonly client: Sql;
  /** @throws DatabaseWorkAborted when the pool is retired meanwhile, or `longestMs` pass */
  run<T>(work: (client: Sql) => Promise<T>, longestMs: number): Promise<T>;
  /** Fails what is under way and closes the connections. */
  retire(): void;
}

export function createRetirablePool(client: Sql): RetirablePool {
  const underWay = new Set<(cause: Error) => void>();
  return {
    client,
    run<T>(work: (client: Sql) => Promise<T>, longestMs: number): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<Awaited<T>>();
      const timer = setTimeout(() => reject(new DatabaseWorkAborted('the transaction took too long')), longestMs);
      underWay.add(reject);
      work(client).then((value) => resolve(value as Awaited<T>), reject);
      return promise.finally(() => {
        clearTimeout(timer);
        underWay.delete(reject);
      });
    },
    retire() {
      for (const fail of underWay) fail(new DatabaseWorkAborted('the connection was lost'));
      client.end({ timeout: 0 }).catch(() => undefined);
    },
  };
}
