import type { PayloadOf } from '@vigil/shared/contract/event';
import type { commandState } from '@vigil/shared/contract/events/browser-down/command-state';
import type { CommandRow } from '@vigil/shared/contract/http/commands';
import type { DevicePk } from '@vigil/shared/contract/ids';
import type { CommandState, CommandType } from '@vigil/shared/contract/names';
import { isFinalCommandState, isLaterCommandState } from '@vigil/shared/domain/command-life';

export type CommandChange = PayloadOf<typeof commandState>;

/** One device of a batch. `message` is a problem code or a text of the agent. */
export interface CommandBatchItem {
  readonly id: string;
  readonly device_pk: DevicePk;
  readonly alias: string;
  readonly state: CommandState | 'refused';
  readonly percent: number | null;
  readonly message: string | null;
  /** Of a wake: the names of the devices that send the packet. */
  readonly senders?: readonly string[];
}

/** One command of a user to one or many devices, followed until each has ended. */
export interface CommandBatch {
  readonly id: string;
  readonly type: CommandType;
  readonly startedAt: number;
  readonly lines: readonly CommandBatchItem[];
}

export interface CommandBatchCounts {
  total: number;
  done: number;
  failed: number;
  open: number;
}

export interface CommandBatchStore {
  batches: () => readonly CommandBatch[];
  add: (batch: CommandBatch) => void;
  apply: (change: CommandChange) => void;
  /** Replaces the batches by the server's records, but for lines that have moved on since these were read. */
  recover: (rows: readonly CommandRow[]) => void;
  dismiss: (id: string) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Events may arrive before the answer that contains the ids; they are stored until then. */
const EARLY_LIMIT = 20_000;

type Sent = CommandBatchItem & { readonly state: CommandState };

const isSent = (line: CommandBatchItem): line is Sent => line.state !== 'refused';
const isOpen = (line: CommandBatchItem): line is Sent => isSent(line) && !isFinalCommandState(line.state);

export function countBatchItemStates({ lines }: CommandBatch): CommandBatchCounts {
  const count: CommandBatchCounts = { total: lines.length, done: 0, failed: 0, open: 0 };
  for (const line of lines) count[isOpen(line) ? 'open' : line.state === 'done' ? 'done' : 'failed'] += 1;
  return count;
}

export const batchIdOf = (row: CommandRow): string => row.bulk_id ?? row.id;

/** States only move forward: a late "accepted" does not undo a "done". */
const isNewer = (line: CommandBatchItem, state: CommandState): boolean =>
  isOpen(line) && !isLaterCommandState(line.state, state);

export function createCommandBatchStore(): CommandBatchStore {
  let batches: readonly CommandBatch[] = [];
  const batchOf = new Map<string, string>();
  const early = new Map<string, CommandChange>();
  const dismissed = new Set<string>();
  const listeners = new Set<() => void>();

  const set = (next: readonly CommandBatch[]) => {
    batches = next;
    for (const listener of listeners) listener();
  };

  const changed = (line: CommandBatchItem, change: CommandChange | undefined): CommandBatchItem =>
    change && isNewer(line, change.state)
      ? { ...line, state: change.state, percent: change.percent ?? null, message: change.message ?? null }
      : line;

  /** With the states that came before its ids were known. */
  const upToDate = (batch: CommandBatch): CommandBatch => {
    for (const { id } of batch.lines) batchOf.set(id, batch.id);
    const lines = batch.lines.map((line) => changed(line, early.get(line.id)));
    for (const { id } of batch.lines) early.delete(id);
    return { ...batch, lines };
  };

  const add = (batch: CommandBatch) => set([upToDate(batch), ...batches.filter(({ id }) => id !== batch.id)]);

  return {
    batches: () => batches,
    add,
    apply(change) {
      const batch = batchOf.get(change.id);
      if (batch === undefined) {
        if (early.size < EARLY_LIMIT) early.set(change.id, change);
        return;
      }
      set(
        batches.map((one) =>
          one.id === batch
            ? { ...one, lines: one.lines.map((line) => (line.id === change.id ? changed(line, change) : line)) }
            : one,
        ),
      );
    },
    recover(rows) {
      for (const [id, own] of Map.groupBy(rows, batchIdOf)) {
        const first = own[0];
        if (!first || dismissed.has(id)) continue;
        const shown = batches.find((batch) => batch.id === id);
        const shownLines = new Map(shown?.lines.map((line) => [line.id, line]));
        const lines = own.map((row) => merged(lineOf(row), shownLines.get(row.id)));
        const refused = shown?.lines.filter(({ state }) => state === 'refused') ?? [];
        const read = { id, type: first.type, startedAt: Date.parse(first.created_at), lines: [...lines, ...refused] };
        // A batch that is shown stays at its place.
        if (shown) set(batches.map((batch) => (batch === shown ? upToDate(read) : batch)));
        else add(read);
      }
    },
    dismiss(id) {
      dismissed.add(id);
      set(batches.filter((batch) => batch.id !== id));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/**
 * A record may have been read before an event that has arrived since. The name that is shown may say more, such as a
 * process.
 */
const merged = (read: CommandBatchItem, shown: CommandBatchItem | undefined): CommandBatchItem => {
  if (!shown) return read;
  return isOpen(read) && isSent(shown) && isLaterCommandState(shown.state, read.state)
    ? shown
    : { ...read, alias: shown.alias };
};

const lineOf = ({ id, device_pk, device_alias, state, percent, message, senders }: CommandRow): CommandBatchItem => ({
  id,
  device_pk,
  alias: device_alias,
  state,
  percent,
  message,
  senders: senders.map((sender) => sender.device_alias),
});
