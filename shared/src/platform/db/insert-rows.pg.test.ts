import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../tests/support/database.ts';
import { CompanyPk, UserPk } from '../../contract/ids.ts';
import { connectDatabase } from './client.ts';
import { insertNewRows, insertRows } from './insert-rows.ts';
import { companies } from './schema/companies.ts';
import { audits } from './schema/records.ts';

test('rows keep their values, and get null or the default for what they leave out', async () => {
  await using stored = await createTestDatabase();
  await using database = connectDatabase(stored.urls.system, 1);
  const read = await database.asSystem(async (tx) => {
    const [company] = await tx.insert(companies).values({ name: 'own' }).returning();
    if (!company) throw new Error('the company was not stored');
    const row = { companyFk: company.pk, actNameId: 3, actTypeId: 1 };
    const actTime = new Date('2026-01-02T03:04:05.678Z');
    const odd = `"'\\\n{} 한 日`;
    await insertRows(tx, audits, []);
    await insertRows(tx, audits, [
      { ...row, memberFk: UserPk.parse(7), newValue: odd, name: undefined, actTime },
      { ...row, oldValue: null, actTime },
    ]);
    await insertRows(tx, audits, [row]);
    return tx.select().from(audits).orderBy(audits.pk);
  });
  expect(read).toMatchObject([
    { memberFk: 7, newValue: `"'\\\n{} 한 日`, name: '', actTime: new Date('2026-01-02T03:04:05.678Z') },
    { memberFk: null, newValue: null, oldValue: null, name: '' },
    { memberFk: null, newValue: null, name: '' },
  ]);
  expect(Date.now() - (read[2]?.actTime.getTime() ?? 0)).toBeLessThan(600_000);
});

test('of new rows, those whose key exists are left as they are, and the keys of the others are answered', async () => {
  await using stored = await createTestDatabase();
  await using database = connectDatabase(stored.urls.system, 1);
  const read = await database.asSystem(async (tx) => {
    const first = await insertNewRows(tx, companies, [{ pk: CompanyPk.parse(1), name: 'first' }], companies.pk);
    const names = ['again', 'second'].map((name, i) => ({ pk: CompanyPk.parse(i + 1), name }));
    const second = await insertNewRows(tx, companies, names, companies.pk);
    const none = await insertNewRows(tx, companies, [], companies.pk);
    const rows = await tx.select({ name: companies.name }).from(companies).orderBy(companies.pk);
    return { first, second, none, names: rows.map(({ name }) => name) };
  });
  expect(read).toEqual({ first: [1], second: [2], none: [], names: ['first', 'second'] });
});
