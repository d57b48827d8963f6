import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Enough for long lists of software on a device under load. */
const TIMEOUT_MS = 30_000;
const MAX_OUTPUT_BYTES = 64 * 1_048_576;

/** Returns the output of a system program; rejects when it is missing, fails, or times out. Never uses a shell. */
export async function runTool(file: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run(file, args, { timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES, windowsHide: true });
  return stdout;
}
