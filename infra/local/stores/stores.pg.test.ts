import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/database.ts';
import { startRedis } from '../../../tests/support/redis.ts';
import { parseLocalConfig } from '../config.ts';
import { deriveDatabaseUrls } from '../postgres/database-roles.ts';
import { createStartProgress } from '../progress.ts';
import { checkPostgresVersion } from './external-stores.ts';
import { startStores } from './stores.ts';

interface Given {
  readonly secret?: string;
  /** What Redis does when its memory is full. */
  readonly policy?: string;
  readonly settings?: NodeJS.ProcessEnv;
}

async function useGiven(
  databaseUrl: string,
  { secret = 'secret of a data folder', policy = 'noeviction', settings = {} }: Given = {},
) {
  await using redis = await startRedis();
  await redis.ask('CONFIG', 'SET', 'maxmemory-policy', policy);
  const config = parseLocalConfig([], { DATABASE_URL: databaseUrl, REDIS_URL: redis.url, ...settings });
  if (config === 'help') throw new Error('no configuration');
  const lines: string[] = [];
  const progress = createStartProgress((line) => void lines.push(line));
  // Given stores need nothing else of a run.
  const stores = await startStores(config, { roles: { secret } } as never, { progress } as never);
  return { stores, output: lines.join('\n') };
}

/** A database for a role of which there are no others yet. */
async function createDatabase({ right }: { right: 'CREATEROLE' | 'NOCREATEROLE' }) {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await createTestDatabase());
  const name = `owner_${randomBytes(4).toString('hex')}`;
  const sql = postgres(database.adminUrl, { max: 1, onnotice: () => {} });
  stack.defer(() => sql.end());
  await sql.unsafe(`CREATE ROLE ${name} LOGIN ${right} PASSWORD 'pw'`);
  stack.defer(async () => void (await sql.unsafe(`DROP ROLE IF EXISTS ${name}_api, ${name}_system, ${name}`)));
  const url = new URL(database.adminUrl);
  [url.username, url.password] = [name, 'pw'];
  const held = stack.move();
  return { url: url.href, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

test('with a database whose role may make roles, API and system get their own', async () => {
  await using database = await createDatabase({ right: 'CREATEROLE' });
  const { stores, output } = await useGiven(database.url);
  expect(output).not.toContain('one flaw');
  expect(new Set(Object.values(stores.databaseUrls)).size).toBe(3);
  for (const url of Object.values(stores.databaseUrls)) await expect(checkPostgresVersion(url)).resolves.toBeTruthy();
  expect((await useGiven(database.url)).stores).toMatchObject({ databaseUrls: stores.databaseUrls });
});

test('with one that may not, all programs use its role, and the start warns', async () => {
  await using database = await createDatabase({ right: 'NOCREATEROLE' });
  const { stores, output } = await useGiven(database.url);
  expect(new Set(Object.values(stores.databaseUrls))).toEqual(new Set([database.url]));
  expect(output).toContain('cannot make roles');
});

test('roles that exist keep their passwords, and a start that does not know them says so', async () => {
  await using database = await createDatabase({ right: 'CREATEROLE' });
  const { stores } = await useGiven(database.url);
  const other = await useGiven(database.url, { secret: 'secret of another data folder' });
  expect(new Set(Object.values(other.stores.databaseUrls))).toEqual(new Set([database.url]));
  expect(other.output).toContain('does not know their passwords');
  await expect(checkPostgresVersion(stores.databaseUrls.system)).resolves.toBeTruthy();
});

test('a role with the password that everybody can work out is named with the command that ends it', async () => {
  await using database = await createDatabase({ right: 'CREATEROLE' });
  // Earlier versions derived it from the password of DATABASE_URL, which was none with a password file or certificates.
  await useGiven(database.url, { secret: '' });
  const { output } = await useGiven(database.url);
  const name = new URL(database.url).username;
  const warnings = output.split('\n').filter((line) => line.includes('is public'));
  expect(warnings).toHaveLength(1);
  for (const role of [`${name}_api`, `${name}_system`])
    expect(warnings[0]).toContain(`ALTER ROLE "${role}" PASSWORD NULL;`);
  await using other = await createDatabase({ right: 'CREATEROLE' });
  await useGiven(other.url);
  expect((await useGiven(other.url)).output).not.toContain('is public');
});

test('a given Redis that throws data away is refused, unless that is allowed', async () => {
  await using database = await createDatabase({ right: 'NOCREATEROLE' });
  for (const policy of ['allkeys-lru', 'volatile-ttl']) {
    await expect(useGiven(database.url, { policy })).rejects.toThrow(
      `throws data away when its memory is full (${policy}): set its maxmemory-policy to noeviction, or REDIS_ALLOW_EVICTION=1`,
    );
    const { output } = await useGiven(database.url, { policy, settings: { REDIS_ALLOW_EVICTION: '1' } });
    expect(output).toContain('Redis of REDIS_URL');
  }
});

test('the passwords of roles do not follow from the URL of the owner, which may hold none', () => {
  const passwords = ['a', 'b'].map((secret) => {
    const { api, system } = deriveDatabaseUrls('postgres://vigil@db.example/vigil', secret);
    return [api, system].map((url) => new URL(url).password);
  });
  expect(new Set(passwords.flat()).size).toBe(4);
});
