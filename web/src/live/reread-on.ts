import type { InvalidationKind } from './invalidations.ts';

type Key = readonly string[];

interface Reread {
  readonly key: Key;
  readonly kinds: readonly InvalidationKind[];
  /** Whether it is read with each poll, too, while there is no socket; the rest can wait for the next connection. */
  readonly isPolled: boolean;
}

const declared: Reread[] = [];

/**
 * Declares the key of queries, and the changes on the server after which whatever is below it is read again. It stands
 * beside the queries: without them nothing is read.
 */
export function registerReread<const K extends Key>(
  key: K,
  kinds: readonly InvalidationKind[],
  { isPolled = false } = {},
): K {
  declared.push({ key, kinds, isPolled });
  return key;
}

/** What was declared by the modules that are loaded. */
export const registeredRereads = (): readonly Reread[] => declared;
