import type { CommandArgs } from '@vigil/shared/contract/command';
import type { CommandType } from '@vigil/shared/contract/names';
import type { ProblemCode } from '@vigil/shared/contract/problems';
import type { LedgerEntry } from '../command-ledger.ts';
import type { Host } from '../host/host.ts';
import type { DeviceSettings } from '../settings.ts';

/** Restarts or turns off the device. Resolves when the system has accepted the request; rejects when it has not. */
export type PowerControl = (action: 'reboot' | 'shutdown') => Promise<void>;

/** Installs another version of the agent and returns the installed one. */
export type Updater = (wanted: string | undefined, report: (percent: number) => void) => Promise<{ version: string }>;

/** What executors may use. `null` means that this agent was started without the capability. */
export interface ExecutorContext {
  host: Host;
  power: PowerControl | null;
  updater: Updater | null;
  reports: { sendInventory(): Promise<void>; sendProcesses(): Promise<unknown>; sendAlive(): Promise<void> };
  settings: { readonly current: DeviceSettings };
  lifecycle: { restart(): void; removeDevice(): void };
}

export type FailedResult = { state: 'failed'; error: { code: ProblemCode; message?: string } };
export type FinalResult = FailedResult | { state: 'done'; result?: unknown };

/** `pending`: the result follows after the agent or the device has restarted (`resume`). */
export type Outcome = FinalResult | { state: 'pending' };

interface RunContext {
  /** Reports progress; `percent` 0–100. */
  report(progress: { percent?: number; message?: string }): void;
  /** Records the final result before the work ends, for a device that is off afterwards. */
  finish(result: FinalResult): void;
  /** Resolves when the gateway has acknowledged everything reported, or after a timeout. */
  delivered(): Promise<void>;
}

/** The first answer: a final result, or accepted and running. `afterAnswer` runs after a final result was sent. */
export type Decision =
  | (FinalResult & { afterAnswer?: () => void })
  | { state: 'accepted'; run: (context: RunContext) => Promise<Outcome> };

export interface Executor<T extends CommandType> {
  start(args: CommandArgs<T>, context: ExecutorContext): Decision;
  /** Called at the next start of the agent for a command without a final result; the command is never run again. */
  resume?(entry: LedgerEntry, context: ExecutorContext): FinalResult;
}

export const failure = (code: ProblemCode, message?: string): FailedResult => ({
  state: 'failed',
  error: message === undefined ? { code } : { code, message },
});

export const interrupted: FailedResult = failure('command_refused', 'the agent stopped before the command finished');
