import type { Readable } from 'node:stream';
import type { ApplicationCommandArgs } from '@vigil/shared/contract/application';
import type { ApplicationAction } from '@vigil/shared/contract/application-rules';
import type { CommandArgs } from '@vigil/shared/contract/command';
import type { CommandKey } from '@vigil/shared/contract/command-signature';
import type { CommandId } from '@vigil/shared/contract/ids';
import type { AgentCommandType } from '@vigil/shared/contract/names';
import type { ProblemCode } from '@vigil/shared/contract/problems';
import type { LedgerEntry } from '../command-ledger.ts';
import type { Host } from '../host/host.ts';
import type { RestartObstacle } from '../idle-restarter.ts';
import type { Log } from '../log.ts';
import type { DeviceSettings } from '../settings.ts';

/**
 * Restarts or turns off the device. Rejects when the system has refused the request; resolves when it has accepted it,
 * or may have.
 */
export type PowerControl = (action: 'reboot' | 'shutdown') => Promise<void>;

/** A release to install, whose manifest was checked and whose file is checked when it has come. */
export interface UpdateOrder {
  readonly file: { readonly version: string; readonly size: number; readonly sha256: string };
  /** The file from an offset on; rejects when the API refuses it. */
  download(offset: number): Promise<Readable>;
  /** Takes 0–100. */
  report(percent: number): void;
  readonly signal: AbortSignal;
  readonly log: Log;
}

/** Installs other versions of the agent. */
export interface Updater {
  /** Puts a release in place beside the version that runs. @returns why it could not, or null */
  prepare(order: UpdateOrder): Promise<FailedResult | null>;
  /** At the next start of the agent the version is tried. */
  activate(trial: { readonly version: string; readonly command: CommandId }): void;
  /** What became of the update of a command; null while it is tried, undefined when it never got so far. */
  outcomeOf(command: CommandId): FinalResult | null | undefined;
}

export interface ApplicationOrder extends ApplicationCommandArgs {
  readonly action: ApplicationAction;
  readonly command: CommandId;
}

/** Installs and removes applications. */
export interface Installer {
  /** Downloads what is to be installed or removed, checks it, and runs its installer. `report` takes 0–100. */
  install(
    order: ApplicationOrder,
    on: { download: (signal: AbortSignal) => Promise<Readable>; report: (percent: number) => void },
  ): Promise<FinalResult>;
  /** The result of an installer that an earlier process of the agent started; it is never started again. */
  resume(command: CommandId): Promise<FinalResult>;
  /** Deletes what is kept of an installation. Until then `resume` gives its result, as often as it is called. */
  forget(command: CommandId): Promise<void>;
}

/** What executors may use. `null` means that this agent was started without the capability. */
export interface ExecutorContext {
  host: Host;
  power: PowerControl | null;
  updater: Updater | null;
  installer: Installer | null;
  /** Of this agent. */
  readonly version: string;
  /** The release key of this id, if the device trusts it; the server is asked for one that is not known. */
  releaseKey(keyId: string): Promise<CommandKey | undefined>;
  /** The package of a release from an offset on, from the API; rejects when the API refuses it. */
  downloadRelease(path: string, offset: number, signal: AbortSignal): Promise<Readable>;
  log: Log;
  /** The file of an application, from the API; rejects when the API refuses it. */
  downloadApplication(path: string, signal: AbortSignal): Promise<Readable>;
  /** Milliseconds by the API's clock. */
  serverNow(): number;
  reports: { sendInventory(): Promise<void>; sendProcesses(): Promise<unknown>; sendAlive(): Promise<void> };
  settings: { readonly current: DeviceSettings };
  sessions: { readonly running: number };
  /**
   * `restart` waits for the end of sessions and installations; it resolves with what still ran when `signal` aborted,
   * or null.
   */
  lifecycle: {
    restart(when: { signal: AbortSignal; prepare?: () => void }): Promise<RestartObstacle | null>;
  };
}

export type FailedResult = { state: 'failed'; error: { code: ProblemCode; message?: string } };
export type FinalResult = FailedResult | { state: 'done'; result?: unknown };

/** `pending`: the result follows after the agent or the device has restarted (`resume`). */
export type RunResult = FinalResult | { state: 'pending' };

interface RunContext {
  readonly id: CommandId;
  /** Reports progress; `percent` 0–100. */
  report(progress: { percent?: number; message?: string }): void;
  /** Records the final result before the work ends, for a device that is off afterwards. */
  finish(result: FinalResult): void;
  /** Resolves when the gateway has acknowledged everything reported, or after a timeout. */
  delivered(): Promise<void>;
}

/** The first answer: a final result, or accepted and running. */
export type StartResult = FinalResult | { state: 'accepted'; run: (context: RunContext) => Promise<RunResult> };

export interface Executor<T extends AgentCommandType> {
  start(args: CommandArgs<T>, context: ExecutorContext): StartResult;
  /**
   * Called at the next start of the agent for a command without a final result; the command is never run again. Null:
   * not known, the server judges by what it sees. Without it, the command was interrupted.
   */
  resume?(entry: LedgerEntry, context: ExecutorContext): FinalResult | null | Promise<FinalResult>;
  /**
   * Called when the final result of a command is stored, and at each start after it: what `resume` needs may be
   * deleted.
   */
  forget?(id: CommandId, context: ExecutorContext): void;
}

export const failedResult = (code: ProblemCode, message?: string): FailedResult => ({
  state: 'failed',
  error: message === undefined ? { code } : { code, message },
});

export const interruptedResult: FailedResult = failedResult('agent_interrupted');
