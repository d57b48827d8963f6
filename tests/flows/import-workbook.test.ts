// @module-tag slow
import { randomUUID } from 'node:crypto';
import { listGroups } from '@vigil/shared/contract/http/groups';
import { importGroups, importUsers, type ImportResult } from '@vigil/shared/contract/http/imports';
import { listUsers } from '@vigil/shared/contract/http/users';
import { templateHeaders, type TemplateKind } from '@vigil/shared/contract/import-rules';
import { matchColumns } from '@vigil/shared/domain/import-columns';
import { validateGroupRows, validateUserRows } from '@vigil/shared/domain/import-rows';
import { readSheet } from '@vigil/shared/spreadsheets/read-sheet';
import { writeTextSheet } from '@vigil/shared/spreadsheets/write-text-sheet';
import fc from 'fast-check';
import { asSuperuser } from '../support/superuser.ts';
import { expect, sharedStackTest as test } from '../support/system-test.ts';

const PASSWORD = 'Passw0rd!';
/** Ten minutes admit 60 imports and dry runs of one administrator. */
const RUNS = 12;

/** The rows of a workbook as the console reads them from the file. */
async function throughWorkbook(kind: TemplateKind, rows: readonly (readonly string[])[]) {
  const file = await writeTextSheet({ name: 'Rows', titles: templateHeaders[kind].en, rows, blankRows: 5 });
  const matched = matchColumns(kind, (await readSheet(file, { maxRows: 1_001 })).rows);
  if (matched.problem !== null) throw new Error(matched.problem);
  return matched.rows;
}

const anyText = fc
  .string({ unit: 'grapheme', maxLength: 30 })
  .map((text) => text.toWellFormed().replaceAll(/[^\P{Cc}]/gu, ''));
const spreadsheetText = fc.constantFrom(
  '=1+1',
  '@x',
  '+82 10',
  '-1',
  "'quoted",
  '010-1234',
  'La\u202Eb',
  ' HQ ',
  'HQ/Floor',
);

const sorted = (texts: readonly string[]) => texts.toSorted((one, other) => one.localeCompare(other, 'en'));
const okOf = ({ rows }: ImportResult): number[] => rows.filter(({ state }) => state === 'ok').map(({ index }) => index);

// Few names, so that a file often has one twice; each run has names of its own.
const often = <T>(usual: T, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });
const ofRun = (run: number, text: string): string => text.replace(/^(person|hq|floor|room)/iu, `$1-${run}`);

const cell = fc.oneof(anyText, spreadsheetText);
const id = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('Person.1', 'person.1', 'Person.2', 'PERSON.2', 'Person.3') },
  { weight: 1, arbitrary: cell },
);
const user = fc.tuple(
  id,
  often(PASSWORD, cell),
  often('Lee', cell),
  often('', cell),
  cell,
  cell,
  cell,
  often('', cell),
);

test('for any workbook, an import of users does what its dry run said, and makes those rows and no others', async ({
  stack,
}) => {
  await asSuperuser(stack, (sql) => sql`update licences set manager_limit = 1000`);
  const admin = await stack.signIn();
  const loginIds = async () =>
    (await admin.call(listUsers, { query: { search_mode: 'all' } })).objects.map(({ mgrid }) => mgrid);
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(user, { minLength: 2, maxLength: 8 }), async (cells) => {
      run += 1;
      const given = cells.map(([first, ...others]) => [ofRun(run, first), ...others]);
      const { ready } = validateUserRows(await throughWorkbook('users', given));
      const rows = ready.map(({ body }) => body);
      const before = await loginIds();
      const dry = (await admin.call(importUsers, { body: { rows, dry_run: true } })).objects;
      expect(await loginIds()).toEqual(before);
      const done = (await admin.call(importUsers, { body: { rows, import_id: randomUUID() } })).objects;
      expect(done).toEqual(dry);
      const added = (await loginIds()).filter((mgrid) => !before.includes(mgrid));
      expect(sorted(added)).toEqual(sorted(okOf(done).map((index) => rows[index]?.mgrid ?? '')));
    }),
    { numRuns: RUNS },
  );
});

const groupName = fc.oneof(
  fc.constantFrom('HQ', 'hq', 'Floor', 'Room', 'ROOT', 'La\u202Eb', 'Lab'),
  anyText,
  spreadsheetText,
);
const group = fc.tuple(fc.nat(2), groupName).map(([level, text]) => [...Array<string>(level).fill(''), text]);

test('for any workbook, an import of groups does what its dry run said, and makes as many groups', async ({
  stack,
}) => {
  const admin = await stack.signIn();
  const groupNames = async () =>
    (await admin.call(listGroups, { query: { search_mode: 'all' } })).objects.map(({ name }) => name);
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(group, { minLength: 2, maxLength: 8 }), async (cells) => {
      run += 1;
      const given = cells.map((texts) => texts.map((text) => ofRun(run, text)));
      const { ready } = validateGroupRows(await throughWorkbook('groups', given));
      const rows = ready.map(({ body }) => body);
      const before = await groupNames();
      const dry = (await admin.call(importGroups, { body: { rows, dry_run: true } })).objects;
      expect(await groupNames()).toEqual(before);
      const done = (await admin.call(importGroups, { body: { rows, import_id: randomUUID() } })).objects;
      expect(done).toEqual(dry);
      const count = (await groupNames()).length - before.length;
      expect(count).toBe(okOf(done).length);
    }),
    { numRuns: RUNS },
  );
});
