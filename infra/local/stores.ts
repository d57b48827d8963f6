import path from 'node:path';

import type { LocalConfig } from './config.ts';
import { checkDatabase, checkRedis } from './external-stores.ts';
import type { KeptSecrets } from './kept-secrets.ts';
import { openLogFile } from './log-file.ts';
import { startLocalPostgres } from './postgres.ts';
import { findRedisProgram } from './redis-program.ts';
import { startLocalRedis } from './redis.ts';
import type { RunContext } from './run-context.ts';

export type Stores = { databaseUrl: string; redisUrl: string };

/** Postgres and Redis: the given ones, checked, or our own. */
export async function startStores(config: LocalConfig, secrets: KeptSecrets, context: RunContext): Promise<Stores> {
  const [databaseUrl, redisUrl] = await Promise.all([
    config.DATABASE_URL === undefined ? ownPostgres(secrets, context) : givenPostgres(config.DATABASE_URL, context),
    config.REDIS_URL === undefined ? ownRedis(secrets, context) : givenRedis(config.REDIS_URL, context),
  ]);
  return { databaseUrl, redisUrl };
}

const givenPostgres = (url: string, { progress }: RunContext): Promise<string> =>
  progress.step('Postgres of DATABASE_URL', async (note) => {
    note(await checkDatabase(url));
    return url;
  });

const givenRedis = (url: string, { progress }: RunContext): Promise<string> =>
  progress.step('Redis of REDIS_URL', async (note) => {
    note(await checkRedis(url));
    return url;
  });

const ownPostgres = ({ postgres }: KeptSecrets, context: RunContext): Promise<string> =>
  context.progress.step('Postgres', async (note) => {
    const log = openLogFile(context.logDir, 'postgres');
    const server = await startLocalPostgres({
      dir: path.join(context.dataDir, 'postgres'),
      port: postgres.port,
      passwords: { admin: postgres.admin, owner: postgres.owner },
      durable: true,
      onLine: log.write,
    });
    context.teardown.add('stores', server);
    await context.record.add('postgres', server.pid);
    context.watchStore('Postgres', server.exited);
    note(`on 127.0.0.1:${server.port}`);
    return server.url;
  });

const ownRedis = ({ redis }: KeptSecrets, context: RunContext): Promise<string> =>
  context.progress.step('Redis', async (note) => {
    const log = openLogFile(context.logDir, 'redis');
    const server = await startLocalRedis({
      program: await findRedisProgram(context.progress.say),
      dir: path.join(context.dataDir, 'redis'),
      port: redis.port,
      password: redis.password,
      durable: true,
      onLine: log.write,
    });
    context.teardown.add('stores', server);
    await context.record.add('redis', server.pid);
    context.watchStore('Redis', server.exited);
    note(`on 127.0.0.1:${server.port}`);
    return server.url;
  });
