import { sql } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { expect } from 'vitest';
import { workersTest } from '../testing/fixture.ts';
import { companyTables } from './company-tables.ts';

const test = workersTest();

const nameOf = ({ table }: (typeof companyTables)[number]) => getTableConfig(table).name;

test('every table with rows of companies is exported or left out, and deleted or kept, with the reason', async ({
  workers: { deps },
}) => {
  const rows = await deps.database.readAll((tx) =>
    tx.execute<{ name: string }>(sql`
      select c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_fk' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`),
  );
  expect(companyTables.map(nameOf).toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

/** Columns of exported tables whose names sound like secrets, and are none. */
const harmless = new Set([
  'user_preferences.key',
  'users.password_changed_at',
  'policies.password_level',
  'policies.password_change_limit',
  'policies.password_max',
  'policies.otp_required',
  'users.flag_use_otp',
  'users.otp_confirmed_at',
]);

test('no secret is exported, and each column that is left out exists', () => {
  const suspicious = companyTables.flatMap((one) => {
    const { exported, table } = one;
    if (!('without' in exported)) return [];
    const names = getTableConfig(table).columns.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...exported.without]));
    return names
      .filter((name) => /hash|secret|seal|token|(?:^|_)key|signature|password|otp|bytea|(?:^|_)pin/u.test(name))
      .filter((name) => !exported.without.includes(name))
      .map((name) => `${nameOf(one)}.${name}`);
  });
  expect(suspicious.filter((name) => !harmless.has(name))).toEqual([]);
});

test('what refers to a row is deleted before it', () => {
  const order = companyTables.filter(({ atDeletion }) => atDeletion === 'deleted').map(nameOf);
  const backwards = companyTables.flatMap((one) =>
    getTableConfig(one.table).foreignKeys.flatMap((key) => {
      const { foreignTable } = key.reference();
      const [from, to] = [order.indexOf(nameOf(one)), order.indexOf(getTableConfig(foreignTable).name)];
      return from !== -1 && to !== -1 && from > to ? [`${order[from]} after ${order[to]}`] : [];
    }),
  );
  expect(backwards).toEqual([]);
});
