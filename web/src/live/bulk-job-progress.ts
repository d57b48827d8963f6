import type { BulkJob } from '@vigil/shared/contract/http/device-bulk';
import { onEvent, type ConsoleSocket } from './socket.ts';

export type BulkAction = BulkJob['action'];

/** A change of many devices that the user has asked for, on this page or another one. */
export interface BulkJobProgress {
  readonly id: string;
  readonly action: BulkAction;
  readonly total: number;
  /** How many devices were handled so far; of these, `refused` were left out. */
  readonly handled: number;
  readonly refused: number;
  readonly isOver: boolean;
}

export interface BulkProgressStore {
  /** Those that are shown, the newest first. */
  list: () => readonly BulkJobProgress[];
  /** This page asks for a change. */
  begin: (change: Pick<BulkJobProgress, 'id' | 'action' | 'total'>) => void;
  /** It was answered; without an outcome the record of the server decides what becomes of it. */
  end: (id: string, outcome: { readonly refused: number } | null) => void;
  dismiss: (id: string) => void;
  /** Reads the records of the server: after a reload, or after the socket was down. */
  recover: () => Promise<void>;
  subscribe: (listener: () => void) => () => void;
  listenTo: (socket: ConsoleSocket) => void;
}

interface BulkChangesNeeds {
  /** The jobs of a day, newest first. */
  read: () => Promise<readonly BulkJob[]>;
  /** The ids of changes that the user has dismissed in this browser. */
  dismissed: { get: () => readonly string[]; set: (ids: readonly string[]) => void };
  now: () => number;
}

/** A change of fewer devices is answered before a person has read of it. */
const LARGE = 500;
/** A success is of no interest for longer, a change that left devices out is for a day. */
const SUCCESS_SHOWN_MS = 5 * 60_000;
/** More than a day has; older ones are not listed any more. */
const MOST_DISMISSED = 300;

const isShown = ({ total, refused, isOver }: BulkJobProgress) => total > LARGE || (isOver && total > 1 && refused > 0);

export function createBulkProgressStore({ read, dismissed, now }: BulkChangesNeeds): BulkProgressStore {
  let changes: readonly BulkJobProgress[] = [];
  let shown: readonly BulkJobProgress[] = [];
  const asked = new Set<string>();
  const listeners = new Set<() => void>();
  let reading: Promise<void> | null = null;

  const set = (next: readonly BulkJobProgress[]) => {
    changes = next;
    shown = next.filter(isShown);
    for (const listener of listeners) listener();
  };
  const find = (id: string) => changes.find((one) => one.id === id);
  const update = (id: string, change: (one: BulkJobProgress) => Partial<BulkJobProgress>) =>
    set(changes.map((one) => (one.id === id ? { ...one, ...change(one) } : one)));

  const isRecent = ({ finished_at, refused }: BulkJob) =>
    finished_at === null || refused > 0 || now() - Date.parse(finished_at) < SUCCESS_SHOWN_MS;

  const recordOf = (job: BulkJob): BulkJobProgress => {
    const { id, action, total, done, refused, finished_at } = job;
    // What was announced or answered may be newer than what was read.
    const before = find(id);
    if (before?.isOver) return before;
    const isOver = finished_at !== null;
    const handled = done + refused;
    const counts = before && before.handled > handled ? before : { handled, refused };
    return { id, action, total, handled: counts.handled, refused: counts.refused, isOver };
  };

  const readRecords = async () => {
    const jobs = await read();
    const gone = new Set(dismissed.get());
    const recorded = jobs.filter((job) => !gone.has(job.id) && (isRecent(job) || find(job.id))).map(recordOf);
    const known = new Set(jobs.map(({ id }) => String(id)));
    // What was asked for or answered after the records were read.
    const later = changes.filter(({ id, isOver }) => !known.has(id) && (isOver || asked.has(id)));
    set([...later, ...recorded]);
  };

  const recover = () => {
    reading ??= readRecords().finally(() => (reading = null));
    return reading;
  };

  return {
    list: () => shown,
    begin(change) {
      asked.add(change.id);
      set([{ ...change, handled: 0, refused: 0, isOver: false }, ...changes]);
    },
    end(id, outcome) {
      asked.delete(id);
      if (outcome) update(id, ({ total }) => ({ handled: total, refused: outcome.refused, isOver: true }));
      else {
        set(changes.filter((one) => one.id !== id));
        recover().catch(() => undefined);
      }
    },
    dismiss(id) {
      dismissed.set([id, ...dismissed.get()].slice(0, MOST_DISMISSED));
      set(changes.filter((one) => one.id !== id));
    },
    recover,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    listenTo: (socket) =>
      onEvent(socket, 'bulk_progress', ({ bulk_id, handled, refused, total }) => {
        update(bulk_id, (one) => (handled > one.handled ? { handled, refused } : {}));
        // Another page has asked for it; how it ended is in the record.
        const isElsewhere = !asked.has(bulk_id) && (!find(bulk_id) || handled === total);
        if (isElsewhere) recover().catch(() => undefined);
      }),
  };
}
