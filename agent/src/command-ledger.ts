import { CommandType } from '@vigil/shared/contract/command';
import { CommandAnswer } from '@vigil/shared/contract/events/agent-down/command';
import { CommandId } from '@vigil/shared/contract/ids';
import { z } from 'zod';
import type { StateStore } from './state-store.ts';

/** One received command; `started` in milliseconds by the device's own clock. */
export const LedgerEntry = z.object({
  id: CommandId,
  type: CommandType,
  started: z.number(),
  answer: CommandAnswer,
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

const LEDGER_FILE = 'commands.jsonl';
const LIMIT = 1_000;

/** Keeps the answers to the most recent commands across restarts, so that an id which arrives twice runs once. */
export class CommandLedger {
  readonly #store: StateStore;
  readonly #limit: number;
  readonly #entries: Map<string, LedgerEntry>;
  #lines: number;

  constructor(store: StateStore, limit = LIMIT) {
    this.#store = store;
    this.#limit = limit;
    const newest = new Map(readEntries(store).map((entry) => [entry.id, entry]));
    this.#entries = new Map([...newest].slice(-limit));
    this.#lines = 0;
    // Also repairs a truncated last line, to which the next entry would be appended.
    if (newest.size > 0) this.#compact();
  }

  find(id: CommandId): LedgerEntry | undefined {
    return this.#entries.get(id);
  }

  /** Commands that were accepted and have no final result yet. */
  unfinished(): LedgerEntry[] {
    return [...this.#entries.values()].filter(
      ({ answer }) => answer.state === 'accepted' || answer.state === 'running',
    );
  }

  /** Replaces the answer of a command. */
  record(entry: LedgerEntry): void {
    this.#entries.set(entry.id, entry);
    this.#dropOldest();
    this.#store.append(LEDGER_FILE, `${JSON.stringify(entry)}\n`);
    this.#lines += 1;
    if (this.#lines > this.#limit * 2) this.#compact();
  }

  #dropOldest(): void {
    const oldest = this.#entries.keys().next();
    if (this.#entries.size > this.#limit && oldest.value !== undefined) this.#entries.delete(oldest.value);
  }

  #compact(): void {
    const entries = [...this.#entries.values()];
    this.#store.write(LEDGER_FILE, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    this.#lines = entries.length;
  }
}

/** The last line of an id counts; a line truncated by a power failure is skipped. */
function readEntries(store: StateStore): LedgerEntry[] {
  return (store.read(LEDGER_FILE) ?? '').split('\n').flatMap((line) => {
    try {
      return [LedgerEntry.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
}
