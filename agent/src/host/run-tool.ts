import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Enough for long lists of software on a device under load. */
const TIMEOUT_MS = 30_000;
const MAX_OUTPUT_BYTES = 64 * 1_048_576;

/**
 * Returns the output of a system program; rejects when it is missing, fails, or times out. Never uses a shell. `input`
 * is what it reads: other users of the computer see its arguments.
 */
export async function runTool(file: string, args: readonly string[], input?: string): Promise<string> {
  const running = run(file, args, { timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES, windowsHide: true });
  if (input !== undefined) {
    // A program that ends without reading says so itself.
    running.child.stdin?.on('error', () => undefined);
    running.child.stdin?.end(input);
  }
  const { stdout } = await running;
  return stdout;
}
