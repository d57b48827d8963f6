import { spawn } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';

export type FinishedProcess = { code: number; stdout: string; stderr: string };

export type RunOptions = {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  identity?: { uid: number; gid: number } | undefined;
  input?: string;
  /** Sees the output while it appears, to show that a slow program is alive. */
  onOutput?(text: string): void;
  signal?: AbortSignal;
  /** Gives way to other processes. */
  isInBackground?: boolean;
};

/** A process that has been put further back itself stays there. */
const backgroundPriority = (): number => Math.max(getPriority(), 10);

/** Runs a program to its end and answers with what it said; a program that cannot be started ends with code 127. */
export function runToEnd(command: string, args: readonly string[], options: RunOptions = {}): Promise<FinishedProcess> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: 'pipe',
      signal: options.signal,
      ...options.identity,
    });
    if (options.isInBackground && child.pid !== undefined) setPriority(child.pid, backgroundPriority());
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        said[name] += text;
        options.onOutput?.(text);
      });
    }
    child.once('error', (error) => resolve({ code: 127, stdout: said.stdout, stderr: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, ...said }));
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
  });
}
