import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pickFreePort, TEST_PORTS } from '@vigil/infra/local/processes/ports';
import { readProcessStartTime } from '@vigil/infra/local/processes/processes';

/** Of all test runs of the machine, also those of other checkouts; the temporary folder of a run is its own. */
const FOLDER = process.env['TEST_PORTS_DIR'] ?? path.join(tmpdir(), 'vigil-test-ports');

/**
 * Ports that no other process of any test run takes, also before and between the times at which a server listens there.
 */
export interface ReservedPorts extends AsyncDisposable {
  readonly ports: readonly number[];
}

/** Reserves ports until they are disposed of, or this process has ended. */
export async function reservePorts(
  count: number,
  propose: () => Promise<number> = () => pickFreePort(TEST_PORTS),
): Promise<ReservedPorts> {
  await mkdir(FOLDER, { recursive: true });
  const ports: number[] = [];
  while (ports.length < count) {
    const port = await propose();
    if (await reserve(fileOf(port))) ports.push(port);
  }
  return {
    ports,
    async [Symbol.asyncDispose]() {
      await Promise.all(ports.map((port) => rm(fileOf(port), { force: true })));
    },
  };
}

/** One port: `await using port = await reservePort()`. */
export async function reservePort(): Promise<{ readonly port: number } & AsyncDisposable> {
  const reserved = await reservePorts(1);
  const [port = 0] = reserved.ports;
  return { port, [Symbol.asyncDispose]: () => reserved[Symbol.asyncDispose]() };
}

const fileOf = (port: number): string => path.join(FOLDER, String(port));

async function reserve(file: string): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${process.pid} ${await readProcessStartTime(process.pid)}`);
  try {
    // A link appears with its content, so that others always read whose it is.
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!(await isHeld(file))) await rm(file, { force: true });
    return false;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Whether the process that reserved it still runs: a killed one leaves its files behind. */
async function isHeld(file: string): Promise<boolean> {
  const [pid, startTime] = (await readFile(file, 'utf8').catch(() => '')).split(' ');
  return startTime !== undefined && (await readProcessStartTime(Number(pid))) === startTime;
}
