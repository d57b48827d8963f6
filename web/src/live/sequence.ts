interface Numbered {
  readonly seq: number;
}

export interface Sequence<E extends Numbered> {
  /** The number up to which everything has been applied, or null before the first snapshot. */
  readonly at: number | null;
  /** Something is missing between what was applied and what was heard. */
  readonly hasGap: boolean;
  accept: (event: E) => void;
  /** A snapshot that is true for `seq` was put in place: what is newer is applied on top of it. */
  adopt: (seq: number) => void;
  /** A fresh connection: what was heard before says nothing about what comes now. */
  restart: () => void;
  /** The server says that `seq` has been announced; if it has not been heard, it was missed. */
  confirm: (seq: number) => void;
}

/**
 * Enough to replay what came between a snapshot being read and being answered, at a thousand changes a second.
 */
const REMEMBERED = 4_096;

/**
 * Keeps numbered events in step with snapshots. Events are applied in the order of their numbers and exactly once;
 * what arrives before the snapshot, or after a hole, waits. `onGap` asks for a new snapshot; when the missing
 * events turn up first, the hole closes by itself and the snapshot does no harm.
 */
export function createSequence<E extends Numbered>(apply: (event: E) => void, onGap: () => void): Sequence<E> {
  let at: number | null = null;
  let heard = Number.NEGATIVE_INFINITY;
  const known = new Map<number, E>();

  const remember = (event: E) => {
    known.set(event.seq, event);
    if (known.size > REMEMBERED) for (const [oldest] of known) return void known.delete(oldest);
  };

  const drain = () => {
    if (at === null) return;
    for (let next = known.get(at + 1); next; next = known.get(at + 1)) {
      at = next.seq;
      apply(next);
    }
  };

  const hasGap = () => at !== null && heard > at;

  const restart = () => {
    at = null;
    heard = Number.NEGATIVE_INFINITY;
    known.clear();
  };

  return {
    get at() {
      return at;
    },
    get hasGap() {
      return hasGap();
    },
    accept(event) {
      // The same number twice on one connection: the server counts from the beginning again.
      if (at !== null && event.seq <= at && event.seq <= heard) {
        restart();
        heard = event.seq;
        remember(event);
        return onGap();
      }
      heard = Math.max(heard, event.seq);
      remember(event);
      drain();
      if (hasGap()) onGap();
    },
    adopt(seq) {
      at = seq;
      drain();
      if (hasGap()) onGap();
    },
    restart,
    confirm(seq) {
      if (at === null || seq <= at) return;
      heard = Math.max(heard, seq);
      onGap();
    },
  };
}
