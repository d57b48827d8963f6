import path from 'node:path';
import type { LocalConfig } from '../config.ts';
import {
  deriveDatabaseUrls,
  createMissingRoles,
  findGuessablePasswordResets,
  type DatabaseUrls,
} from '../postgres/database-roles.ts';
import { startLocalPostgres } from '../postgres/postgres.ts';
import { openRotatingLogFile } from '../processes/log-file.ts';
import { reasonOf } from '../reason-of.ts';
import { ensureRedis } from '../redis/find-redis-program.ts';
import { sameRedisUrls, type RedisUrls } from '../redis/redis-access-rights.ts';
import { startLocalRedis } from '../redis/redis.ts';
import type { RunContext } from '../run-context.ts';
import type { KeptSecrets } from './kept-secrets.ts';

// The client of Redis is most of the memory that the starter would keep, and it runs its own Redis as a rule.
const external = () => import('./external-stores.ts');

export type StoreUrls = { databaseUrls: DatabaseUrls; redisUrls: RedisUrls };

/** Postgres and Redis: the given ones, checked, or our own. */
export async function startStores(config: LocalConfig, secrets: KeptSecrets, context: RunContext): Promise<StoreUrls> {
  const [urls, redis] = await Promise.all([
    config.DATABASE_URL === undefined
      ? ownPostgres(secrets, context)
      : givenPostgres(config.DATABASE_URL, secrets, context),
    config.REDIS_URL === undefined ? ownRedis(secrets, context) : givenRedis(config, context),
  ]);
  return { databaseUrls: urls, redisUrls: redis };
}

const givenPostgres = (url: string, { roles }: KeptSecrets, { progress }: RunContext): Promise<DatabaseUrls> =>
  progress.step('Postgres of DATABASE_URL', async (note) => {
    const { checkPostgresVersion } = await external();
    note(await checkPostgresVersion(url));
    const urls = deriveDatabaseUrls(url, roles.secret);
    const useOwner = (why: string): DatabaseUrls => {
      progress.say(`! ${why}, so the API owns its tables: one flaw in it opens all companies`);
      return { owner: url, api: url, system: url };
    };
    try {
      await createMissingRoles(url, urls);
    } catch (error) {
      return useOwner(`the role of DATABASE_URL cannot make roles (${reasonOf(error)})`);
    }
    const opens = (one: string) =>
      checkPostgresVersion(one).then(
        () => true,
        () => false,
      );
    const commands = await findGuessablePasswordResets(url, opens);
    // Not changed here: other programs may use it.
    if (commands.length > 0)
      progress.say(
        `! a password that earlier versions gave is public and opens this database, so end it as its owner: ${commands.join(' ')}`,
      );
    try {
      await Promise.all([checkPostgresVersion(urls.api), checkPostgresVersion(urls.system)]);
      return urls;
    } catch {
      const names = [urls.api, urls.system].map((one) => decodeURIComponent(new URL(one).username)).join(' and ');
      return useOwner(
        `the roles ${names} were not made with this DATA_DIR, which does not know their passwords (drop them to have them made anew)`,
      );
    }
  });

const givenRedis = (
  { REDIS_URL: url = '', REDIS_ALLOW_EVICTION }: LocalConfig,
  { progress }: RunContext,
): Promise<RedisUrls> =>
  progress.step('Redis of REDIS_URL', async (note) => {
    const { checkRedis } = await external();
    note(await checkRedis(url, { allowEviction: REDIS_ALLOW_EVICTION === '1' }));
    return sameRedisUrls(url);
  });

const ownPostgres = ({ postgres }: KeptSecrets, context: RunContext): Promise<DatabaseUrls> =>
  context.progress.step('Postgres', async (note) => {
    const log = openRotatingLogFile(context.logDir, 'postgres');
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
    return server.urls;
  });

const ownRedis = ({ redis }: KeptSecrets, context: RunContext): Promise<RedisUrls> =>
  context.progress.step('Redis', async (note) => {
    const log = openRotatingLogFile(context.logDir, 'redis');
    const server = await startLocalRedis({
      program: await ensureRedis(context.progress.say),
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
    return server.urls;
  });
