import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseUrls } from '@vigil/infra/local/postgres/database-roles';
import { startLocalPostgres, type LocalPostgres } from '@vigil/infra/local/postgres/postgres';
import { makeThrowawayFolder } from '@vigil/infra/local/postgres/throwaway-folder';
import { reservePort } from './reserved-ports.ts';
import { within } from './within.ts';

/** A Postgres of the test's own. It keeps its address while it is stopped and started. */
export type TestPostgres = {
  /** Database `vigil` as its owner, who is no superuser. Empty: see `migrate`. */
  readonly url: string;
  /** The same database by role. */
  readonly urls: DatabaseUrls;
  readonly adminUrl: string;
  readonly port: number;
  /** Ends the server, in order or by SIGKILL. */
  stop(how?: { kill: boolean }): Promise<void>;
  start(): Promise<void>;
  /** Freezes the server with all of its connections. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Resumes it, and starts it unless it runs. */
  restore(): Promise<void>;
  /** Lets the process end although the server still runs; it ends then, too. */
  unref(): void;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function startPostgres(): Promise<TestPostgres> {
  await using started = new AsyncDisposableStack();
  const home = await makeThrowawayFolder();
  started.defer(() => rm(home, { recursive: true, force: true }));
  const dir = path.join(home, 'data');
  const { port } = started.use(await reservePort());
  const passwords = { admin: randomBytes(12).toString('hex'), owner: randomBytes(12).toString('hex') };
  let hasEnded = false;
  const launch = async (): Promise<LocalPostgres> => {
    const options = { dir, port, passwords, durable: false, onLine: () => {} };
    const launched = await within('Postgres starts', startLocalPostgres(options));
    hasEnded = false;
    void launched.exited.then(() => (hasEnded = true));
    return launched;
  };
  let running = await launch();

  const stop = async ({ kill } = { kill: false }): Promise<void> => {
    if (kill) running.signal('SIGKILL');
    await within('Postgres ends', running.stop());
  };
  const signalAll = async (signal: NodeJS.Signals): Promise<void> => {
    for (const pid of [running.pid, ...(await childrenOf(running.pid))]) process.kill(pid, signal);
  };
  const start = async (): Promise<void> => {
    await stop();
    running = await launch();
  };
  started.defer(async () => {
    await signalAll('SIGCONT').catch(() => {});
    await stop();
  });
  const held = started.move();
  return {
    url: running.url,
    urls: running.urls,
    adminUrl: running.adminUrl,
    port,
    stop,
    start,
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    async restore() {
      if (hasEnded) await start();
      else await signalAll('SIGCONT');
    },
    unref: () => running.unref(),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

// Each connection is served by a process in a session of its own, so signalling a group would miss them.
async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    }),
  );
  return pids.filter((_, index) => parents[index] === parent);
}
