import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { CommandLine } from './installer-plans.ts';
import {
  INSTALLER_GRACE_MS,
  INSTALLER_ENVIRONMENT,
  readLastOutput,
  outputPath,
  type ProgramResult,
  type InstallerRunner,
  type InstallerRun,
} from './installer-runner.ts';
import { runTool } from './run-tool.ts';

const POLL_MS = 1_000;
/** The agent ends a run that takes too long; its unit does, so much later, while the agent is away. */
const LIMIT_DELAY_S = 10;

/** Whether systemd manages this system and the agent may have it run units. */
export const canRunTransientUnits = (): boolean =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/run/systemd/system');

/** Follows from the command, so that the agent finds the unit of a command again after a restart. */
const unitOf = ({ command }: Pick<InstallerRun, 'command'>): string => `vigil-install-${command}.service`;

/** systemd replaces variables in the arguments of units, and has no other way to keep a dollar sign. */
const literal = (line: CommandLine): string[] => line.map((word) => word.replaceAll('$', '$$$$'));

const environment = Object.entries(INSTALLER_ENVIRONMENT).map(([name, value]) => `--setenv=${name}=${value}`);

/**
 * Runs installers as transient units of systemd (infra/decisions/installers-outside-the-agent.md): outside the sandbox
 * of the agent's unit, in which they could not write, and outside its group of processes, so that a restart of the
 * agent does not end them. The unit stays until its result is stored, and its output goes to a file instead of a pipe,
 * which would break with the agent.
 */
export const transientUnitRunner: InstallerRunner = {
  async run(line, of) {
    const seconds = Math.max(0, Math.ceil((of.endsAt - Date.now()) / 1_000)) + LIMIT_DELAY_S;
    const properties = [
      'RemainAfterExit=yes',
      `RuntimeMaxSec=${seconds}s`,
      `TimeoutStopSec=${INSTALLER_GRACE_MS / 1_000}s`,
      `StandardOutput=file:${outputPath(of)}`,
      'StandardError=inherit',
    ].map((property) => `--property=${property}`);
    try {
      const named = ['--quiet', `--unit=${unitOf(of)}`];
      await runTool('systemd-run', [...named, ...properties, ...environment, '--', ...literal(line)]);
    } catch (error) {
      return { code: null, output: error instanceof Error ? error.message : String(error) };
    }
    return (await ending(of)) ?? { code: null, output: await readLastOutput(of) };
  },
  resume: (of) => ending(of),
  async forget(of) {
    const unit = unitOf(of);
    const state = await stateOf(unit).catch(() => null);
    if (state === null) return;
    // What an installer has left running on purpose goes on.
    if (!state.isInUse) await control('stop', unit);
    await control('reset-failed', unit);
  },
  async start(line, command) {
    // Without a unit of its own the program would end with the agent.
    const named = ['--quiet', '--collect', `--unit=vigil-start-${command}.service`];
    return runTool('systemd-run', [...named, '--', ...literal(line)]).then(
      () => 'started',
      () => 'failed',
    );
  },
};

/** Resolves when the program of a unit has ended; null when there is no such unit. */
async function ending(of: InstallerRun): Promise<ProgramResult | null> {
  const unit = unitOf(of);
  const { signal } = of;
  for (;;) {
    // Not known is no end: the installer may well be running.
    const state = await stateOf(unit).catch(() => undefined);
    if (state === null || (state === undefined && signal.aborted)) return null;
    if (state?.hasEnded) return { code: state.code, output: await readLastOutput(of) };
    if (signal.aborted) await control('stop', '--no-block', unit);
    await wait(POLL_MS);
  }
}

interface UnitState {
  readonly hasEnded: boolean;
  /** Null when it was ended by a signal. */
  readonly code: number | null;
  /** Processes that its program has started are still running. */
  readonly isInUse: boolean;
}

/** `ExecMainCode` of a program that ended by itself (CLD_EXITED). */
const EXITED = '1';

async function stateOf(unit: string): Promise<UnitState | null> {
  const names = ['LoadState', 'ActiveState', 'SubState', 'ExecMainCode', 'ExecMainStatus', 'TasksCurrent'];
  const shown = await runTool('systemctl', ['show', `--property=${names.join(',')}`, unit]);
  const state = new Map(shown.split('\n').map((line) => line.split('=', 2) as [string, string]));
  if (state.get('LoadState') !== 'loaded') return null;
  const hasFailed = state.get('ActiveState') === 'failed' || state.get('ActiveState') === 'inactive';
  const isOver = state.get('ActiveState') === 'active' && state.get('SubState') === 'exited';
  return {
    hasEnded: hasFailed || isOver,
    code: state.get('ExecMainCode') === EXITED ? Number(state.get('ExecMainStatus')) : null,
    isInUse: isOver && /^[1-9]\d*$/u.test(state.get('TasksCurrent') ?? ''),
  };
}

const control = (...args: string[]) => runTool('systemctl', args).catch(() => undefined);
