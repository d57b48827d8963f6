import { randomUUID } from 'node:crypto';
import { importUsers } from '@vigil/shared/contract/http/imports';
import postgres from 'postgres';
import { eventually } from '../support/eventually.ts';
import { expect, test } from '../support/system-test.ts';

const COUNT = 150;
const LAST = COUNT - 1;

test('the API is killed while it makes the users of an import: none is made, and the same import makes each once', async ({
  start,
}) => {
  const stack = await start();
  const client = await stack.signIn();
  const sql = postgres(stack.databaseAdminUrl, { max: 2, onnotice: () => undefined });
  await using _sql = { [Symbol.asyncDispose]: () => sql.end() };
  await sql`update licences set manager_limit = 1000`;
  const rows = Array.from({ length: COUNT }, (_, n) => ({ mgrid: `imported-${n}`, pw: 'Passw0rd!', name: 'Lee' }));
  const body = { rows, import_id: randomUUID() };
  const made = async () =>
    (await sql<{ n: number }[]>`select count(*)::int as n from users where mgrid like 'imported-%'`)[0]?.n;

  // Another addition holds the ID of the last row, so that the transaction waits with all others made.
  const taken = sql.begin(async (tx) => {
    await tx`insert into users (company_fk, mgrid, password_hash, name)
      select min(pk), ${`imported-${LAST}`}, 'none', 'Lee' from companies`;
    client.call(importUsers, { body }).catch(() => undefined);
    await eventually(async () =>
      expect(
        await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%"users"%'`,
      ).toHaveLength(1),
    );
    await stack.api.kill();
    throw new Error('taken back');
  });
  await expect(taken).rejects.toThrow('taken back');
  expect(await made()).toBe(0);

  await stack.api.start();
  const { objects } = await client.call(importUsers, { body });
  expect(objects).toMatchObject({ total: COUNT, failure: 0, exists: 0 });
  expect(await made()).toBe(COUNT);
  expect((await client.call(importUsers, { body })).objects).toEqual(objects);
  expect(await made()).toBe(COUNT);
});
