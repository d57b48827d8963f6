import { spawn, type ChildProcess } from 'node:child_process';
import type { ProblemCode } from '@vigil/shared/contract/problems';
import { shortReasonOf, type Log } from '../log.ts';
import { RESTART_EXIT_CODE } from '../supervisor.ts';
import { launchEnvironmentOf, hasVersion, launchCommandOf, pruneVersions, type Installation } from './installation.ts';
import type { UpdateState } from './update-state.ts';

export interface LaunchOptions {
  readonly installation: Installation;
  readonly state: UpdateState;
  /** The installed version, which this program is. */
  readonly installed: string;
  /** So long a version that is tried may take to connect. */
  readonly connectWithinMs: number;
  /** Aborts when this program is to stop. */
  readonly signal: AbortSignal;
  /**
   * Locks the state for this process: a version that is tried takes the lock over, and leaves none when it has ended.
   */
  readonly lock: () => Promise<void>;
  readonly log: Log;
}

/** Between the request to end and its enforcement. */
const GRACE_MS = 10_000;

/**
 * Starts the version that updates have brought, if there is one: a new one is tried under this process first, and runs
 * instead of the former one only after it has connected. Updates never replace the installed program, so that there is
 * always one that can return.
 * @returns the exit code of another version, or null when the installed one is to run, in this process
 */
export async function launchUpdatedAgent(options: LaunchOptions): Promise<number | null> {
  const { installation, state, installed, signal, lock, log } = options;
  const isThere = (version: string) => hasVersion(installation, version);
  let isWritten = write(log, () => state.dropUnusable(installed, isThere));
  while (isWritten) {
    const { trial, current } = state;
    if (trial === null) {
      pruneVersions(installation, [current]);
      return current === null ? null : run(options, current);
    }
    let hasBegun = false;
    isWritten = write(log, () => (hasBegun = state.beginTrial()));
    if (!isWritten) break;
    const verdict = hasBegun ? await tryVersion(options, trial.version) : 'update_interrupted';
    await lock();
    // The stop may have caused the failure, not the version: the trial continues at the next start, as after any
    // interruption.
    if (signal.aborted && verdict !== 'connected') return 0;
    if (verdict === 'again') continue;
    const problem = verdict === 'connected' ? null : verdict;
    log[problem === null ? 'info' : 'warn']('update tried', { version: trial.version, problem });
    isWritten = write(log, () => state.endTrial(problem));
    if (signal.aborted) return 0;
  }
  const former = state.usableCurrent(installed, isThere);
  return former === null ? null : run(options, former);
}

/**
 * @returns false when the disk is full: nothing is tried then, because no start of it could be counted, and the former
 *   version runs.
 */
function write(log: Log, change: () => void): boolean {
  try {
    change();
    return true;
  } catch (error) {
    log.warn('state of updates not stored', { reason: shortReasonOf(error) });
    return false;
  }
}

const argumentsFor = (script: string): string[] => [...process.execArgv, script, ...process.argv.slice(2)];

/** Starts a version as a child of this process, and stops it with it. */
function start(
  { installation, signal }: LaunchOptions,
  version: string,
): { child: ChildProcess; exit: Promise<number> } {
  const { node, script } = launchCommandOf(installation, version);
  const child = spawn(node, argumentsFor(script), {
    env: launchEnvironmentOf(installation, version),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    windowsHide: true,
  });
  const stop = () => child.kill('SIGTERM');
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  const exit = new Promise<number>((resolve) => {
    const end = (code: number | null) => {
      signal.removeEventListener('abort', stop);
      resolve(code ?? 1);
    };
    child.once('error', () => end(1));
    child.once('exit', end);
  });
  return { child, exit };
}

/**
 * Replaces this process where the system can, so that a second one costs no memory. A process that has to end with its
 * parent stays.
 */
async function run(options: LaunchOptions, version: string): Promise<number> {
  const { installation } = options;
  if (process.platform === 'win32' || process.send !== undefined) return start(options, version).exit;
  const { node, script } = launchCommandOf(installation, version);
  process.execve?.(node, [node, ...argumentsFor(script)], launchEnvironmentOf(installation, version));
  throw new Error('the system cannot run another program');
}

/**
 * Runs a version until it has connected and then ends it, or until it is clear that it does not. `again`: it asked to
 * be started again.
 */
async function tryVersion(
  { connectWithinMs, ...options }: LaunchOptions,
  version: string,
): Promise<'connected' | 'again' | ProblemCode> {
  const { child, exit } = start({ connectWithinMs, ...options }, version);
  const connected = new Promise<'connected'>((resolve) => {
    child.on('message', (message) => {
      if (isConnected(message, version)) resolve('connected');
    });
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ProblemCode>((resolve) => {
    timer = setTimeout(resolve, connectWithinMs, 'update_not_connected');
  });
  const first = await Promise.race([connected, late, exit]);
  clearTimeout(timer);
  if (typeof first === 'number') {
    if (first === RESTART_EXIT_CODE) return 'again';
    // It is not known to have connected, so that no reason that only a server gives is believed.
    return 'update_crashed';
  }
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
  await exit;
  clearTimeout(force);
  return first;
}

/** What a version says to the process that tries it. */
export const connectedMessage = (version: string) => ({ vigil: 'connected', version });

const isConnected = (message: unknown, version: string): boolean =>
  typeof message === 'object' &&
  message !== null &&
  'vigil' in message &&
  message.vigil === 'connected' &&
  'version' in message &&
  message.version === version;

/** A new version that has not connected by then is replaced by the former one. */
export const UPDATE_CONNECT_WITHIN_MS = 120_000;
