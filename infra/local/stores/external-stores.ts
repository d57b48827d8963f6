import postgres from 'postgres';
import { createClient } from 'redis';
import { reasonOf } from '../reason-of.ts';
import { StartProblem } from '../start-problem.ts';

const OLDEST_POSTGRES = 15;
const OLDEST_REDIS = 7;

const where = (url: string): string => new URL(url).host;

/** @throws StartProblem when the Postgres of DATABASE_URL does not answer or is too old; answers with its version. */
export async function checkPostgresVersion(url: string): Promise<string> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    const [row] =
      await sql`SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number`;
    const version = String(row?.['version']).split(' ')[0] ?? '';
    if (Number(row?.['number']) < OLDEST_POSTGRES * 10_000) {
      throw new StartProblem(
        `Postgres at ${where(url)} is ${version}, too old: use ${OLDEST_POSTGRES} or later, or leave DATABASE_URL out`,
      );
    }
    return version;
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    throw new StartProblem(`no Postgres at ${where(url)} (${reasonOf(error)}): start it, or correct DATABASE_URL`);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * @throws StartProblem when the Redis of REDIS_URL does not answer, is too old or evicts data; answers with its
 *   version.
 */
export async function checkRedis(url: string, { allowEviction }: { allowEviction: boolean }): Promise<string> {
  const client = createClient({ url, socket: { connectTimeout: 5_000, reconnectStrategy: false } });
  client.on('error', () => {});
  try {
    await client.connect();
    const version = /^redis_version:(\S+)/mu.exec(await client.info('server'))?.[1] ?? '0';
    if (Number.parseInt(version, 10) < OLDEST_REDIS) {
      throw new StartProblem(
        `Redis at ${where(url)} is ${version}, too old: use ${OLDEST_REDIS} or later, or leave REDIS_URL out`,
      );
    }
    const policy = /^maxmemory_policy:(\S+)/mu.exec(await client.info('memory'))?.[1] ?? 'noeviction';
    if (policy !== 'noeviction' && !allowEviction) {
      throw new StartProblem(
        `Redis at ${where(url)} throws data away when its memory is full (${policy}): set its maxmemory-policy to noeviction, or REDIS_ALLOW_EVICTION=1`,
      );
    }
    return version;
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    throw new StartProblem(`no Redis at ${where(url)} (${reasonOf(error)}): start it, or correct REDIS_URL`);
  } finally {
    client.destroy();
  }
}
