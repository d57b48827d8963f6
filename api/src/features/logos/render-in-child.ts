import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from '@vigil/shared/contract/problems';

/** From the file on: an image of the largest size takes a tenth of it. */
const RENDER_MS = 2_000;
/** Node and the image library are read from the disk first, on a machine that may be busy. */
const START_MS = 30_000;

/** In a bundle the program lies beside the code that starts it, under the same name. */
const RENDERER = fileURLToPath(new URL(`logo-renderer${path.extname(import.meta.url)}`, import.meta.url));

export interface RendererOptions {
  readonly program?: string;
  readonly startMs?: number;
  readonly renderMs?: number;
}

/** Sign-ins come first. Not every system lets a process change the priority of another. */
function yieldProcessor(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The limits below hold all the same.
  }
}

/**
 * Decodes a foreign image in a process of its own, which knows no settings and is ended when it takes too long: the
 * image library works in threads that the passwords of this process need, and none of them can be stopped.
 * @throws Problem `unavailable` when it does not start, and any other error when the file is no image, or takes longer
 *   than it may
 */
export async function renderInChild(
  file: Buffer,
  { program = RENDERER, startMs = START_MS, renderMs = RENDER_MS }: RendererOptions = {},
): Promise<Buffer> {
  const child = fork(program, { env: {}, execArgv: [], serialization: 'advanced', stdio: 'ignore' });
  const ended = new AbortController();
  child.once('exit', (code, signal) => ended.abort(new Error(`the renderer ended: ${signal ?? String(code)}`)));
  child.once('error', (cause) => ended.abort(cause));
  const answer = async (ms: number): Promise<unknown> => {
    const [message] = await once(child, 'message', {
      signal: AbortSignal.any([ended.signal, AbortSignal.timeout(ms)]),
    });
    return message;
  };
  try {
    yieldProcessor(child.pid);
    await answer(startMs).catch((cause: unknown) => {
      throw new Problem('unavailable', { cause });
    });
    child.send(file);
    return Buffer.from((await answer(renderMs)) as Uint8Array);
  } finally {
    child.kill('SIGKILL');
  }
}
