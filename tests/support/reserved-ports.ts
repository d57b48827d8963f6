import { mkdir, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@vigil/infra/local/ports';

const FOLDER = path.join(tmpdir(), 'vigil-reserved-ports');
/** A killed process leaves its reservations behind. */
const STALE_MS = 10 * 60_000;

/** Ports that no other stack of any test process takes, also before its servers listen there. */
export interface ReservedPorts extends AsyncDisposable {
  readonly ports: readonly number[];
}

export async function reservePorts(count: number): Promise<ReservedPorts> {
  await mkdir(FOLDER, { recursive: true });
  const ports: number[] = [];
  while (ports.length < count) {
    const port = await freePort();
    if (await reserve(fileOf(port))) ports.push(port);
  }
  return {
    ports,
    async [Symbol.asyncDispose]() {
      await Promise.all(ports.map((port) => rm(fileOf(port), { force: true })));
    },
  };
}

const fileOf = (port: number): string => path.join(FOLDER, String(port));

async function reserve(file: string): Promise<boolean> {
  try {
    await (await open(file, 'wx')).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const since = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - since > STALE_MS) await rm(file, { force: true });
    return false;
  }
}
