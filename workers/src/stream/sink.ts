import type { StreamEntry } from '@vigil/shared/platform/redis/stream';
import type { DeadLetters } from './dead-letters.ts';

export type Persist = (entries: readonly StreamEntry[]) => Promise<void>;

/** Where entries go: what is written, and what no store takes. */
export interface Sink {
  readonly persist: Persist;
  readonly deadLetters: DeadLetters;
}
