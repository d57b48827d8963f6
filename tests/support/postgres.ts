import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

import type { DatabaseUrls } from '@vigil/infra/local/database-roles';
import { startLocalPostgres, type LocalPostgres } from '@vigil/infra/local/postgres';
import { freePort } from '@vigil/infra/local/ports';
import { makeThrowawayFolder } from '@vigil/infra/local/throwaway-folder';

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
  /** Lets the process end although the server still runs; it ends then, too. */
  unref(): void;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function startPostgres(): Promise<TestPostgres> {
  const home = await makeThrowawayFolder();
  const dir = path.join(home, 'data');
  const port = await freePort();
  const passwords = { admin: randomBytes(12).toString('hex'), owner: randomBytes(12).toString('hex') };
  const launch = (): Promise<LocalPostgres> =>
    startLocalPostgres({ dir, port, passwords, durable: false, onLine: () => {} });
  let running = await launch();

  const stop = async ({ kill } = { kill: false }): Promise<void> => {
    if (kill) running.signal('SIGKILL');
    await running.stop();
  };
  const signalAll = async (signal: NodeJS.Signals): Promise<void> => {
    for (const pid of [running.pid, ...(await childrenOf(running.pid))]) process.kill(pid, signal);
  };
  return {
    url: running.url,
    urls: running.urls,
    adminUrl: running.adminUrl,
    port,
    stop,
    async start() {
      await running.stop();
      running = await launch();
    },
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    unref: () => running.unref(),
    async [Symbol.asyncDispose]() {
      await signalAll('SIGCONT').catch(() => {});
      await stop();
      await rm(home, { recursive: true, force: true });
    },
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
