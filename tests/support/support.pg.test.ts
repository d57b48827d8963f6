import postgres from 'postgres';
import { expect, test } from 'vitest';
import { createTestDatabase } from './database.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';

test('each test database belongs to a role that row-level security holds', async () => {
  await using database = await createTestDatabase();
  const sql = postgres(database.url, { max: 1 });
  const [role] =
    await sql`SELECT current_user AS name, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user`;
  await sql.end();
  expect(role).toEqual({ name: 'vigil', rolsuper: false, rolbypassrls: false });
});

test('a Redis keeps what it held over a kill, and can come back empty', async () => {
  await using redis = await startRedis();
  await redis.ask('SET', 'key', 'value');
  await redis.stop();
  await redis.start();
  expect(await redis.ask('EXISTS', 'key')).toBe('1');
  await redis.stop({ kill: true });
  await redis.start({ empty: true });
  expect(await redis.ask('EXISTS', 'key')).toBe('0');
});

test('a paused Redis does not answer until it is resumed', async () => {
  await using redis = await startRedis();
  redis.pause();
  await expect(redis.ask('PING')).rejects.toThrow('does not answer');
  redis.resume();
  expect(await redis.ask('PING')).toBe('PONG');
});

test('a Postgres comes back on the same address after a kill', async () => {
  await using server = await startPostgres();
  const count = async (): Promise<unknown> => {
    const sql = postgres(server.url, { max: 1, connect_timeout: 2, onnotice: () => {} });
    await sql`CREATE TABLE IF NOT EXISTS note (text text)`;
    await sql`INSERT INTO note VALUES ('kept')`;
    const [row] = await sql`SELECT count(*)::int AS notes FROM note`;
    await sql.end();
    return row?.['notes'];
  };
  expect(await count()).toBe(1);
  await server.stop({ kill: true });
  await server.start();
  expect(await count()).toBe(2);
});
