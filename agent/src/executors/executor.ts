import type { CommandArgs, CommandType } from '@vigil/shared/contract/command';
import type { ProblemCode } from '@vigil/shared/contract/problems';
import type { Host } from '../host/host.ts';
import type { LedgerEntry } from '../command-ledger.ts';

/** Turns the machine off or starts it anew. Resolves when the system has taken the order; rejects when it did not. */
export type PowerRunner = (action: 'reboot' | 'shutdown') => Promise<void>;

/** Brings another version of the agent onto the machine and answers what is installed then. */
export type Updater = (wanted: string | undefined, report: (percent: number) => void) => Promise<{ version: string }>;

/** What executors may use. `null` means that this agent was started without it. */
export interface ExecutorContext {
  host: Host;
  power: PowerRunner | null;
  updater: Updater | null;
  reports: { sendInventory(): Promise<void>; sendProcesses(): Promise<unknown>; sendAlive(): Promise<void> };
  life: { restart(): void; forget(): void };
}

export type Refusal = { state: 'failed'; error: { code: ProblemCode; message?: string } };
export type Final = Refusal | { state: 'done'; result?: unknown };

/** `pending`: the answer comes after the agent, or the machine, has come back (`resume`). */
export type Outcome = Final | { state: 'pending' };

interface Running {
  /** Sends news of the command; `percent` 0–100. */
  report(news: { percent?: number; message?: string }): void;
  /** Records the final answer before the work is over: for a machine that will not be there to give it. */
  conclude(final: Final): void;
  /** Resolves when the gateway has everything that was reported, or after a while. */
  delivered(): Promise<void>;
}

/** What an executor says at once: final, or taken and going on. `afterwards` runs after a final answer was given. */
export type Decision =
  | (Final & { afterwards?: () => void })
  | { state: 'accepted'; run: (running: Running) => Promise<Outcome> };

export interface Executor<T extends CommandType> {
  start(args: CommandArgs<T>, context: ExecutorContext): Decision;
  /** Asked at the next start of the agent about a command that had no final answer; the command is never run again. */
  resume?(entry: LedgerEntry, context: ExecutorContext): Final;
}

export const refuse = (code: ProblemCode, message?: string): Refusal => ({
  state: 'failed',
  error: message === undefined ? { code } : { code, message },
});

export const interrupted: Refusal = refuse('command_refused', 'the agent stopped before the command was finished');
