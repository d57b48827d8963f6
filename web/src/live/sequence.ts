interface Numbered {
  readonly seq: number;
}

export interface Sequence<E extends Numbered> {
  /** The number up to which all events have been applied, or null before the first snapshot. */
  readonly at: number | null;
  /** Events are missing between the last applied and the last received one. */
  readonly hasGap: boolean;
  accept: (event: E) => void;
  /** A snapshot that is true for `seq` was put in place: newer events are applied to it. */
  adopt: (seq: number) => void;
  /** A new connection: the events received before are no longer valid. */
  restart: () => void;
  /** The server has published `seq`; if it has not been received, it was missed. */
  confirm: (seq: number) => void;
}

/**
 * Enough to replay the events of a snapshot read that takes four seconds, at a thousand changes a second.
 */
const REMEMBERED = 4_096;

/**
 * Combines numbered events with snapshots. Events are applied in the order of their numbers and once each;
 * events before the snapshot, or after a gap, wait. `onGap` asks for a new snapshot; when the missing
 * events arrive first, they are applied and the snapshot changes nothing.
 */
export function createSequence<E extends Numbered>(apply: (event: E) => void, onGap: () => void): Sequence<E> {
  let at: number | null = null;
  let received = Number.NEGATIVE_INFINITY;
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

  const hasGap = () => at !== null && received > at;

  const restart = () => {
    at = null;
    received = Number.NEGATIVE_INFINITY;
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
      // The same number twice on one connection: the server may count from the beginning again.
      if (at !== null && event.seq <= at && event.seq <= received) {
        restart();
        received = event.seq;
        remember(event);
        return onGap();
      }
      received = Math.max(received, event.seq);
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
      received = Math.max(received, seq);
      onGap();
    },
  };
}
