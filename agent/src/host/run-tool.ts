import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Long lists of software, and a machine under load. */
const TIMEOUT_MS = 30_000;
const MAX_OUTPUT_BYTES = 64 * 1_048_576;

/** What a program of the system prints; rejects when it is missing, fails, or takes too long. Never through a shell. */
export async function runTool(file: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run(file, args, { timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES, windowsHide: true });
  return stdout;
}
