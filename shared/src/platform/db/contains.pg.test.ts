import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts';
import { foundTexts } from '../../domain/search-text.test-support.ts';
import { connectDatabase, type SystemDatabase } from './client.ts';
import { containsText } from './contains.ts';

let stored: TestDatabase;
let database: SystemDatabase;
beforeAll(async () => {
  stored = await createTestDatabase();
  database = connectDatabase(stored.urls.system, 1);
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await stored[Symbol.asyncDispose]();
});

const holds = async (text: string, typed: string): Promise<unknown> => {
  const found: SQL = containsText(sql`${text}::text`, typed);
  const rows = await database.asSystem((tx) => tx.execute(sql`select ${found} as found`));
  return [...rows][0]?.['found'];
};

// The words that a browser separates are one text here.
test.each(foundTexts.map(([text, typed]) => [text, typed.trim()] as const))(
  'Postgres finds %j by %j, as browsers do',
  async (text, typed) => {
    expect(await holds(text, typed)).toBe(true);
  },
);

test.each([
  ['Kims till', "kim's"],
  ['회의실', '회의실 노트북'],
  ['PC12', 'pc_2'],
  ['100 PCs', '100%'],
  ['ＰＣ１', 'pc2'],
])('Postgres does not find %j by %j', async (text, typed) => {
  expect(await holds(text, typed)).toBe(false);
});
