import postgres from 'postgres';
import { eventually } from '../support/eventually.ts';
import { holdStatement } from '../support/held-statement.ts';
import { expect, sharedStackTest as test } from '../support/system-test.ts';

const OLD = 12_000;
const YOUNG = 1_000;
/** Rows of a transaction of the deletion. */
const BATCH = 5_000;

test('a worker is killed while it deletes old history: the next one goes on, and nothing is deleted or counted twice', async ({
  stack,
}) => {
  await using sql = Object.assign(postgres(stack.databaseAdminUrl, { max: 3, onnotice: () => undefined }), {
    [Symbol.asyncDispose]: () => sql.end({ timeout: 5 }),
  });
  const [worker] = stack.workers;
  await worker?.stop();
  await sql`
    insert into policies (company_fk, statistics_delete_period) select min(pk), 1 from companies
    on conflict (company_fk) do update set statistics_delete_period = 1`;
  for (const [count, age] of [
    [OLD, '40 days'],
    [YOUNG, '10 days'],
  ] as const)
    await sql`
      insert into access_records (company_fk, user_fk, mgrid, ip, access_time)
      select (select min(pk) from companies), 1, 'kim', '::1', now() - ${age}::interval from generate_series(1, ${count}::int)`;
  const left = async () =>
    (await sql<{ n: number }[]>`select count(*)::int as n from access_records where mgrid = 'kim'`)[0]?.n;

  {
    // The second batch adds to the entry of the first one.
    await using held = await holdStatement(sql, { before: 'update', table: 'audits', when: 'old.act_name_id = 54' });
    await worker?.start();
    await held.reached();
    await worker?.kill();
  }
  expect(await left()).toBe(OLD + YOUNG - BATCH);

  await worker?.start();
  await eventually(async () => expect(await left()).toBe(YOUNG));
  const entries = await sql<{ value: string }[]>`select new_value as value from audits where act_name_id = 54`;
  expect(entries.map(({ value }) => (JSON.parse(value) as { sign_ins: number }).sign_ins)).toEqual([OLD]);
});
