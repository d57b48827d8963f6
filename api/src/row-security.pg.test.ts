import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { expect } from 'vitest';
import { apiTest } from './testing/fixture.ts';
import type { TestApi } from './testing/test-api.ts';
import { addCompany, addDevices, type TestCompany } from './testing/world.ts';

const test = apiTest();
let api: TestApi;
let a: TestCompany;
let b: TestCompany;

test.beforeAll(async ({ api: started }) => {
  api = started;
  [a, b] = [await addCompany(api), await addCompany(api)];
  await addDevices(api, { company: a }, 1);
});

test('every table of companies’ rows is under row-level security that binds its owner, too', async () => {
  const admin = postgres(api.database.adminUrl, { max: 1 });
  const open = await admin`
    select c.relname from pg_class c
    join pg_attribute t on t.attrelid = c.oid and t.attname = 'company_fk' and not t.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and not (c.relrowsecurity and c.relforcerowsecurity)`;
  await admin.end();
  expect(open.map((row) => row['relname'] as string)).toEqual([]);
});

test('a query without a company returns no rows, and one for B no rows of A', async () => {
  const client = postgres(api.database.url, { max: 1 });
  for (const table of [
    'devices',
    'users',
    'commands',
    'audits',
    'sessions',
    'licences',
    'approvals',
    'tickets',
    'ticket_devices',
    'ticket_history',
    'invitations',
    'api_tokens',
    'screens',
  ]) {
    const [row] = await client`select count(*)::int as count from ${client(table)}`;
    expect([table, row?.['count']]).toEqual([table, 0]);
  }
  await client.end();
  const seen = await api.deps.database.inCompany(b.pk, (tx) =>
    tx.execute(sql`select 1 from devices where company_fk = ${a.pk}`),
  );
  expect(seen).toHaveLength(0);
});

test('rows of another company cannot be written', async () => {
  const write = api.deps.database.inCompany(b.pk, (tx) =>
    tx.execute(sql`insert into app_configs (company_fk, config_name) values (${a.pk}, 'theirs')`),
  );
  await expect(write).rejects.toMatchObject({
    cause: { message: expect.stringContaining('row-level security') as string },
  });
});
