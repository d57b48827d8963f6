import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../tests/support/database.ts';
import { connectDatabase, type ReadTx, type Tx } from './client.ts';
import { companies } from './schema/companies.ts';

test('of two transactions that wait for each other, the one that Postgres ends runs again', async () => {
  await using stored = await createTestDatabase();
  await using database = connectDatabase(stored.urls.system, 4);
  const [a, b] = await database.asSystem((tx) =>
    tx
      .insert(companies)
      .values([{ name: 'a' }, { name: 'b' }])
      .returning(),
  );
  if (!a || !b) throw new Error('the companies were not stored');
  const bothHoldOne = Promise.withResolvers<void>();
  let holders = 0;
  let runs = 0;
  const rename = (first: typeof a, second: typeof b, name: string) =>
    database.asSystem(async (tx) => {
      runs += 1;
      await tx.update(companies).set({ name }).where(eq(companies.pk, first.pk));
      holders += 1;
      if (holders === 2) bothHoldOne.resolve();
      await bothHoldOne.promise;
      await tx.update(companies).set({ name }).where(eq(companies.pk, second.pk));
    });
  await Promise.all([rename(a, b, 'one'), rename(b, a, 'other')]);
  const rows = await database.asSystem((tx) => tx.select().from(companies));
  expect(runs).toBeGreaterThan(2);
  expect(rows.map(({ name }) => name)).toEqual([rows[0]?.name, rows[0]?.name]);
});

test('what is begun to read cannot write, in a company, in that of a lookup, and outside of any', async () => {
  await using stored = await createTestDatabase();
  await using database = connectDatabase(stored.urls.system, 2);
  const [own] = await database.asSystem((tx) => tx.insert(companies).values({ name: 'own' }).returning());
  if (!own) throw new Error('the company was not stored');
  const lookup = { company: sql`${own.pk}::int` };
  const read = (tx: ReadTx) => tx.select({ name: companies.name }).from(companies);
  expect(await database.read(own.pk, read)).toEqual([{ name: 'own' }]);
  expect(await database.readOf(lookup, read)).toEqual([{ name: 'own' }]);
  expect(await database.readOutside(read)).toEqual([]);

  const write = (tx: ReadTx) => (tx as Tx).update(companies).set({ name: 'other' });
  const refused = { cause: expect.objectContaining({ code: '25006' }) as unknown };
  await expect(database.read(own.pk, write)).rejects.toMatchObject(refused);
  await expect(database.readOf(lookup, write)).rejects.toMatchObject(refused);
  await expect(database.readOutside(write)).rejects.toMatchObject(refused);
  await database.inCompany(own.pk, write);
  expect(await database.read(own.pk, read)).toEqual([{ name: 'other' }]);
});
