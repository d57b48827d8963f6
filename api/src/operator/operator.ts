import { logLevelIn } from '@vigil/shared/platform/config';
import { type SystemDatabase, connectDatabase } from '@vigil/shared/platform/db/client';
import { createLog, type Log } from '@vigil/shared/platform/log';
import type { Redis } from '@vigil/shared/platform/redis/redis';
import { readOperatorConfig, type OperatorConfig } from './config.ts';

/** The dependencies of commands. Stores are connected on first use, since some commands (keys) need none. */
export interface OperatorDeps extends AsyncDisposable {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly config: OperatorConfig;
  readonly database: SystemDatabase;
  readonly log: Log;
  readonly now: () => number;
  redis(): Promise<Redis>;
}

export function createOperatorDeps(env: OperatorDeps['env']): OperatorDeps {
  const stack = new AsyncDisposableStack();
  const log = createLog('operator', logLevelIn(env, 'silent'));
  let config: OperatorConfig | undefined;
  let database: SystemDatabase | undefined;
  let redis: Promise<Redis> | undefined;
  const connectToRedis = async (url: string) => {
    // Loaded on first use: npm start waits for some commands that need no Redis.
    const { connectRedis } = await import('@vigil/shared/platform/redis/redis');
    return stack.use(await connectRedis(url, log, { allowEviction: true }));
  };
  return {
    env,
    log,
    now: Date.now,
    get config() {
      return (config ??= readOperatorConfig(env));
    },
    get database() {
      return (database ??= stack.use(connectDatabase(this.config.DATABASE_URL, this.config.DATABASE_POOL)));
    },
    redis() {
      return (redis ??= connectToRedis(this.config.REDIS_URL));
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
