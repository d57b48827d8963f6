import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts';
import { createLog } from '../log.ts';
import { connectDatabase } from './client.ts';
import { warnOfWideRole } from './warn-of-wide-role.ts';

let database: TestDatabase;
let owner: postgres.Sql;
let api: postgres.Sql;
let system: postgres.Sql;
const companies: { a: number; b: number } = { a: 0, b: 0 };

const connect = (url: string) => postgres(url, { max: 1, onnotice: () => undefined });

/** Runs statements as a role in the scope of a company, of none (''), or of the system ('all'). */
const within = <T extends readonly object[]>(
  sql: postgres.Sql,
  scope: number | 'all' | '',
  work: (tx: postgres.TransactionSql) => Promise<T>,
): Promise<T> =>
  sql.begin(async (tx) => {
    await tx`select set_config('app.company', ${String(scope)}, true)`;
    return work(tx);
  }) as Promise<T>;

beforeAll(async () => {
  database = await createTestDatabase();
  [owner, api, system] = [connect(database.urls.owner), connect(database.urls.api), connect(database.urls.system)];
  const add = async (name: string) => {
    const [row] = await within(owner, 'all', (tx) => tx`insert into companies (name) values (${name}) returning pk`);
    const pk = Number(row?.['pk']);
    await within(
      owner,
      pk,
      (tx) => tx`insert into users (company_fk, mgrid, password_hash, email, email_verified_at)
                 values (${pk}, ${`user-of-${name}`}, 'hash', 'shared@vigil.test', now())`,
    );
    return pk;
  };
  [companies.a, companies.b] = [await add('a'), await add('b')];
});
// One test drops it.
beforeEach(() => within(owner, 'all', (tx) => tx`select add_usage_partition('2026-01-02')`));
afterAll(async () => {
  await Promise.all([owner, api, system].map((sql) => sql.end()));
  await database[Symbol.asyncDispose]();
});

const count = async (sql: postgres.Sql, scope: number | 'all' | '', table: string): Promise<number> =>
  Number((await within(sql, scope, (tx) => tx.unsafe(`select count(*) as n from ${table}`)))[0]?.['n']);

test('the log warns of every role but that of the API, which is held to one company', async () => {
  const warningsOf = async (url: string): Promise<string[]> => {
    const lines: string[] = [];
    await using connected = connectDatabase(url, 1);
    await warnOfWideRole(connected, createLog('api', 'trace', { write: (line) => void lines.push(line) }));
    return lines;
  };
  const notOfTheApi = [expect.stringContaining('"level":40')];
  expect(await warningsOf(database.urls.api)).toEqual([]);
  for (const url of [database.urls.system, database.urls.owner, database.adminUrl])
    expect(await warningsOf(url)).toEqual(notOfTheApi);
});

const outsideOfRights = [
  'alter table users disable row level security',
  'drop policy company_isolation on users',
  'create table own (pk int)',
  'create function own() returns int language sql as $$ select 1 $$',
  'drop table usage_minutes_20260102',
  'truncate users',
  'select * from usage_minutes_20260102',
  'insert into usage_minutes_20260102 select * from usage_minutes',
  "select setval('companies_pk_seq', 1)",
  'set role vigil',
  'set session authorization vigil',
  "select isolate_company('users', 'pk')",
  'select enter_system_scope()',
  'select * from drizzle.__drizzle_migrations',
];

describe('the role of the API', () => {
  test('sees the rows of the company that its transaction names, and none in any other scope', async () => {
    for (const table of ['users', 'companies']) {
      expect(await count(api, companies.a, table)).toBe(1);
      expect(await count(api, 'all', table)).toBe(0);
      expect(await count(api, '', table)).toBe(0);
    }
  });

  test('cannot write rows of another company, in the scope of the system either', async () => {
    for (const scope of [companies.a, 'all', ''] as const) {
      const insert = within(
        api,
        scope,
        (tx) => tx`insert into users (company_fk, mgrid, password_hash) values (${companies.b}, 'intruder', '')`,
      );
      await expect(insert).rejects.toThrow(/row-level security/);
      const renamed = await within(
        api,
        scope,
        (tx) => tx`update companies set name = 'x' where pk = ${companies.b} returning pk`,
      );
      expect(renamed).toHaveLength(0);
    }
  });

  test.each([
    ...outsideOfRights,
    'delete from companies',
    "insert into notices (notice_title, notice_content, notice_date) values ('', '', now())",
    'delete from partner_applications',
    'select email from partner_applications',
    "select add_usage_partition('2026-01-03')",
    "select drop_usage_partitions('2030-01-01')",
  ])('may not: %s', async (statement) => {
    await expect(within(api, companies.a, (tx) => tx.unsafe(statement))).rejects.toThrow(
      /permission denied|must be (?:owner|able)/,
    );
  });

  test('looks across companies through the functions only, and stays in its scope', async () => {
    const [found] = await within(
      api,
      companies.a,
      (tx) => tx`select company_of_login('user-of-b') as company, company_of_login('unknown-login') as missing,
                        is_login_taken('USER-of-B') as taken, is_login_taken('unknown-login') as free,
                        array(select logins_of_email('SHARED@vigil.test')) as logins`,
    );
    expect(found).toEqual({
      company: companies.b,
      missing: null,
      taken: true,
      free: false,
      logins: ['user-of-a', 'user-of-b'],
    });
    const rows = await within(api, companies.a, async (tx) => {
      await tx`select company_of_email('shared@vigil.test'), company_of_unconfirmed_email('x'), company_of_link('x'), company_of_invitation('x'),
                      company_of_enrol_token('x'), (select count(*) from sign_in_policy_shares(5, 1))`;
      return tx`select current_setting('app.company') as scope, (select count(*)::int from users) as users`;
    });
    expect(rows[0]).toEqual({ scope: String(companies.a), users: 1 });
  });

  test('a mail without a company can be written and not be read', async () => {
    await within(api, '', (tx) => tx`insert into mails ("to", subject, text, html) values ('a@b.test', '', '', '')`);
    for (const scope of ['', 'all', companies.a] as const) expect(await count(api, scope, 'mails')).toBe(0);
    expect(await count(system, 'all', 'mails')).toBe(1);
  });
});

describe('the role of workers and operators', () => {
  test('sees all companies in the scope of the system, and none without a scope', async () => {
    expect(await count(system, 'all', 'users')).toBe(2);
    expect(await count(system, companies.a, 'companies')).toBe(1);
    expect(await count(system, '', 'users')).toBe(0);
  });

  test.each([...outsideOfRights, "select company_of_login('user-of-a')", "select is_login_taken('user-of-a')"])(
    'may not: %s',
    async (statement) => {
      await expect(within(system, 'all', (tx) => tx.unsafe(statement))).rejects.toThrow(
        /permission denied|must be (?:owner|able)/,
      );
    },
  );

  test('adds and drops partitions, which are isolated like their table', async () => {
    await within(system, 'all', (tx) => tx`select add_usage_partition('2026-01-03')`);
    const partitions = await owner`
      select relname, relrowsecurity and relforcerowsecurity as isolated
      from pg_class join pg_inherits on inhrelid = oid where inhparent = 'usage_minutes'::regclass order by 1`;
    expect(partitions.map((row) => [row['relname'], row['isolated']])).toEqual([
      ['usage_minutes_20260102', true],
      ['usage_minutes_20260103', true],
    ]);
    await within(system, 'all', (tx) => tx`select drop_usage_partitions('2026-01-03')`);
    expect(await owner`select to_regclass('usage_minutes_20260102') as gone`).toEqual([{ gone: null }]);
  });
});

test('every table is isolated, or known to belong to no company', async () => {
  const tables = await owner`
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not (relrowsecurity and relforcerowsecurity) order by 1`;
  expect(tables.map((row) => row['relname'] as string)).toEqual([
    'agent_release_chunks',
    'agent_releases',
    'notices',
    'partner_applications',
    'release_keys',
    'server_absences',
    'server_heartbeat',
  ]);
});

test('functions with the rights of the owner have a pinned search path and are closed to others', async () => {
  const functions = await owner`
    select proname, proconfig, has_function_privilege('public', oid, 'execute') as open
    from pg_proc where prosecdef and pronamespace = 'public'::regnamespace`;
  expect(functions.length).toBeGreaterThan(5);
  for (const { proname, proconfig, open } of functions)
    expect([proname, proconfig, open]).toEqual([proname, ['search_path=pg_catalog, public, pg_temp'], false]);
});
