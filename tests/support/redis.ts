import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureRedis } from '@vigil/infra/local/redis/find-redis-program';
import { startLocalRedis, type LocalRedis } from '@vigil/infra/local/redis/redis';
import type { RedisUrls } from '@vigil/infra/local/redis/redis-access-rights';
import { reservePort } from './reserved-ports.ts';
import { within } from './within.ts';

/** A Redis of the test's own. It keeps its address while it is stopped and started. */
export type TestRedis = {
  readonly url: string;
  /** By program; `url` is that of operators. */
  readonly urls: RedisUrls;
  readonly port: number;
  /** Sends one command and answers with its first line: `await redis.ask('DBSIZE')`. */
  ask(...words: string[]): Promise<string>;
  /** Ends the process, in order or by SIGKILL. What it held is kept on disk for `start`. */
  stop(how?: { kill: boolean }): Promise<void>;
  /** Starts it again, with what it held, or empty. */
  start(how?: { empty: boolean }): Promise<void>;
  /** Deletes all keys. */
  clear(): Promise<void>;
  /** Freezes the process: connections stay open and nothing answers. */
  pause(): void;
  resume(): void;
  /** Resumes it, and starts it unless it runs. */
  restore(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function startRedis(): Promise<TestRedis> {
  await using started = new AsyncDisposableStack();
  const dir = await mkdtemp(path.join(tmpdir(), 'vigil-redis-'));
  started.defer(() => rm(dir, { recursive: true, force: true }));
  const program = await ensureRedis(() => {});
  const { port } = started.use(await reservePort());
  const password = randomBytes(12).toString('hex');
  let hasEnded = false;
  const launch = async (): Promise<LocalRedis> => {
    const options = { program, dir, port, password, durable: true, onLine: () => {} };
    const launched = await within('Redis starts', startLocalRedis(options));
    hasEnded = false;
    void launched.exited.then(() => (hasEnded = true));
    return launched;
  };
  let running = await launch();

  const stop = async ({ kill } = { kill: false }): Promise<void> => {
    if (kill) running.signal('SIGKILL');
    await within('Redis ends', running.stop());
  };
  const start = async ({ empty } = { empty: false }): Promise<void> => {
    await stop();
    if (empty) await rm(path.join(dir, 'appendonlydir'), { recursive: true, force: true });
    running = await launch();
  };
  started.defer(() => stop({ kill: true }));
  const held = started.move();
  return {
    url: running.url,
    urls: running.urls,
    port,
    ask: (...words) => running.ask(...words),
    stop,
    start,
    async clear() {
      await running.ask('FLUSHALL');
    },
    pause: () => running.signal('SIGSTOP'),
    resume: () => running.signal('SIGCONT'),
    async restore() {
      running.signal('SIGCONT');
      if (hasEnded) await start();
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
