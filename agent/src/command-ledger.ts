import { AgentCommandType } from '@vigil/shared/contract/command';
import { CommandAnswer } from '@vigil/shared/contract/events/agent-down/command';
import { CommandId } from '@vigil/shared/contract/ids';
import type { AgentCommandState } from '@vigil/shared/contract/names';
import * as z from 'zod';
import type { StateStore } from './state-store.ts';

/** One received command; `started` in milliseconds by the device's own clock. */
export const LedgerEntry = z.object({
  id: CommandId,
  type: AgentCommandType,
  started: z.number(),
  answer: CommandAnswer,
  /**
   * False from the end of a command until a gateway has acknowledged the report of it; earlier versions did not note
   * it.
   */
  isReported: z.boolean().optional(),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

export const LEDGER_FILE = 'commands.jsonl';
const LIMIT = 1_000;

/** A command has to start within a minute: one that arrives again after this long is too late to run a second time. */
const REPEATABLE_MS = 600_000;

interface LedgerOptions {
  /** So many entries are kept, and those that must not be forgotten yet. */
  readonly limit?: number;
  /** Milliseconds by the device's own clock. */
  readonly now?: () => number;
}

/** Keeps the answers to the most recent commands across restarts, so that an id which arrives twice runs once. */
export class CommandLedger {
  readonly #store: StateStore;
  readonly #limit: number;
  readonly #now: () => number;
  readonly #entries: Map<string, LedgerEntry>;
  #lines: number;
  /** A part of a line may be at the end of the file, to which nothing can be appended. */
  #isTorn = false;

  constructor(store: StateStore, { limit = LIMIT, now = Date.now }: LedgerOptions = {}) {
    this.#store = store;
    this.#limit = limit;
    this.#now = now;
    this.#entries = new Map(readEntries(store).map((entry) => [entry.id, entry]));
    this.#lines = 0;
    this.#dropOldest();
    if (this.#entries.size === 0) return;
    try {
      // Also repairs a truncated last line, to which the next entry would be appended.
      this.#compact();
    } catch {
      // The disk is full. An agent that starts can be helped; the next entry is written with all others.
      this.#isTorn = true;
    }
  }

  find(id: CommandId): LedgerEntry | undefined {
    return this.#entries.get(id);
  }

  /** Commands that were accepted and have no final result yet. */
  unfinished(): LedgerEntry[] {
    return [...this.#entries.values()].filter((entry) => !hasEnded(entry));
  }

  /** Commands that have ended, of which it is not known whether a server knows that. */
  unreported(): LedgerEntry[] {
    return [...this.#entries.values()].filter(({ isReported }) => isReported === false);
  }

  /** Commands with a final result. */
  ended(): LedgerEntry[] {
    return [...this.#entries.values()].filter(hasEnded);
  }

  /**
   * Replaces the answer of a command. On the disk when this returns is a command that is new and not refused, before it
   * runs, because after a power failure it must not run a second time; and its end, before it is reported and what
   * `resume` needs is deleted.
   * @throws the error of the disk; a new command is unknown then, a later answer is kept in memory
   */
  record(entry: LedgerEntry): void {
    const isNew = !this.#entries.has(entry.id);
    this.#entries.set(entry.id, entry);
    try {
      this.#write(entry, { isDurable: (entry.answer.ok && isNew) || entry.isReported === false });
    } catch (error) {
      this.#isTorn = true;
      if (isNew) this.#entries.delete(entry.id);
      throw error;
    }
  }

  #write(entry: LedgerEntry, how: { readonly isDurable: boolean }): void {
    this.#dropOldest();
    if (this.#isTorn) return this.#compact();
    this.#store.append(LEDGER_FILE, `${JSON.stringify(entry)}\n`, how);
    this.#lines += 1;
    if (this.#lines > Math.max(this.#limit, this.#entries.size) * 2) this.#compact();
  }

  /** Keeps what runs, however many came after it, and what may arrive again. */
  #dropOldest(): void {
    const now = this.#now();
    for (const [id, entry] of this.#entries) {
      if (this.#entries.size <= this.#limit) return;
      // The clock may have been set back since.
      if (hasEnded(entry) && Math.abs(now - entry.started) > REPEATABLE_MS) this.#entries.delete(id);
    }
  }

  #compact(): void {
    const entries = [...this.#entries.values()];
    this.#store.write(LEDGER_FILE, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    this.#lines = entries.length;
    this.#isTorn = false;
  }
}

export const isFinalState = (state: AgentCommandState): boolean => state === 'done' || state === 'failed';

const hasEnded = ({ answer }: LedgerEntry): boolean => isFinalState(answer.state);

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
