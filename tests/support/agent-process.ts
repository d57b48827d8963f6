import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NODE_EXECUTABLE } from '@vigil/infra/local/runtime';
import { eventually } from './eventually.ts';
import { programFile } from './programs.ts';
import type { Stack } from './stack.ts';

/** A device with the program of the agent, as a process that is started again when it asks for it. */
export interface AgentProcess extends AsyncDisposable {
  /** Its state. */
  readonly folder: string;
  /** kill -9 */
  kill(): Promise<void>;
  /** Starts it again, after a kill. */
  start(): Promise<void>;
  /** Resolves once it has connected since its start. */
  connected(): Promise<void>;
}

/** Of an agent that asks to be started again (agent/README.md). */
const RESTART_CODE = 75;

/** Enrols a device, whose agent may install applications. */
export async function startAgentProcess(stack: Stack): Promise<AgentProcess> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vigil-agent-'));
  const token = await stack.operator.enrolToken(1);
  const given = ['--server', stack.url, '--enrol', token, '--state', folder, '--name', 'computer'];
  const program = await programFile('agent');
  let isWanted = true;
  const begin = () => {
    const args = [program, ...given, '--supervised', '--allow-install'];
    const process = spawn(NODE_EXECUTABLE, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    process.once('exit', (code) => {
      if (code === RESTART_CODE && isWanted) agent = begin();
    });
    let said = '';
    process.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    return { process, hasConnected: () => / info connected/u.test(said) };
  };
  let agent = begin();
  const end = async (signal: NodeJS.Signals) => {
    isWanted = false;
    const { process } = agent;
    process.kill(signal);
    if (process.exitCode === null && process.signalCode === null) await once(process, 'exit');
  };
  return {
    folder,
    kill: () => end('SIGKILL'),
    start() {
      isWanted = true;
      agent = begin();
      return Promise.resolve();
    },
    connected: () =>
      eventually(() => {
        if (!agent.hasConnected()) throw new Error('the agent has not connected');
      }),
    async [Symbol.asyncDispose]() {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
