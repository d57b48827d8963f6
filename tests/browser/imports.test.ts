import { readFile } from 'node:fs/promises';
import { listGroups } from '@vigil/shared/contract/http/groups';
import { createUser } from '@vigil/shared/contract/http/user-changes';
import { listUsers } from '@vigil/shared/contract/http/users';
import { problems } from '@vigil/shared/contract/problems';
import { writeTextSheet } from '@vigil/shared/spreadsheets/write-text-sheet';
import { writeXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright';
import { readSheet } from '../support/workbook.ts';
import { createCheck } from './support/axe.ts';
import { expect, test } from './support/test.ts';
import { textsOf } from './support/texts.ts';
import { uniqueId } from './support/users.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const PASSWORD = 'Passw0rd!';

const workbook = async (titles: readonly string[], rows: readonly (readonly string[])[]) =>
  Buffer.from(await writeTextSheet({ name: 'Rows', titles, rows, blankRows: 50 }));

/** Chooses a file as the keyboard does. */
async function choose(page: Page, button: string, file: { name?: string; buffer: Buffer }): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).press('Enter');
  await (await chooser).setFiles({ name: file.name ?? 'rows.xlsx', mimeType: TYPE, buffer: file.buffer });
}

async function drop(page: Page, area: string, buffer: Buffer): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    const content = Uint8Array.from(atob('${buffer.toString('base64')}'), (letter) => letter.charCodeAt(0));
    data.items.add(new File([content], 'rows.xlsx'));
    return data;
  })()`);
  await page.getByRole('group', { name: area }).dispatchEvent('drop', { dataTransfer });
}

async function saved(page: Page, act: () => Promise<void>): Promise<unknown[][]> {
  const saving = page.waitForEvent('download');
  await act();
  return (await readSheet(await readFile(await (await saving).path()))).rows;
}

test(
  'users are imported from a workbook, and the rows that were not are saved to be corrected',
  { tags: 'core' },
  async ({ open, company }) => {
    const { client } = company;
    const { check, found } = createCheck();
    const [first, second, taken] = [uniqueId('import'), uniqueId('import'), uniqueId('import')];
    await client.call(createUser, { body: { mgrid: taken, pw: PASSWORD, name: 'Taken' } });
    const row = (id: string, more: readonly string[] = ['Kim Minsu']) => [id, PASSWORD, ...more];
    const titles = ['ID', 'Password', 'Name', 'Email', 'Phone', 'Department', 'Position', 'Group'];

    const page = await open('/en/management/managers');
    await page.getByRole('link', { name: 'Excel import' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Import users' })).toBeVisible();
    await check(page, 'file of users');
    const template = await saved(page, () => page.getByRole('button', { name: '한국어' }).press('Enter'));
    expect(template[0]).toContain('비밀번호');
    await choose(page, 'Choose file', { buffer: Buffer.from('ID,Password') });
    await expect(page.getByText('This file is not an Excel workbook')).toBeVisible();

    const buffer = await workbook(titles, [
      row(first, ['Kim Minsu', '', '01012345678']),
      row(second),
      row(taken),
      row(uniqueId('import'), ['Lee', '', '', '', '', 'no such group']),
      row('x'),
      [uniqueId('import'), 'weak', 'Weak'],
    ]);
    await choose(page, 'Choose file', { buffer });
    const preview = page.getByRole('table', { name: 'Check' });
    const line = (number: number) => preview.getByRole('row').filter({ has: page.getByLabel(`Select row ${number}`) });
    await expect(line(4)).toContainText('This ID is already in use.');
    await expect(line(5)).toContainText('There is no group of this name.');
    await expect(page.getByText('rows.xlsx · Can be imported: 2 · Cannot be imported: 4')).toBeVisible();
    await expect(page.getByText('Row 6: The ID must have 4 to 38 characters')).toBeVisible();
    await expect(page.getByText('Row 7: Use 8 to 12 characters')).toBeVisible();
    await expect(preview).not.toContainText(PASSWORD);
    await check(page, 'check of users');
    await expect(line(4).getByRole('checkbox')).not.toBeChecked();
    await line(3).getByRole('checkbox').press('Space');
    await page.getByRole('button', { name: 'Import 1 user' }).press('Enter');
    await expect(page.getByText('1 of 6 rows were imported. Existing: 1. Failed: 3. Not selected: 1.')).toBeVisible();
    await check(page, 'result of users');
    const left = await saved(page, () => page.getByRole('button', { name: 'Save rows to correct' }).press('Enter'));
    expect(left.slice(1).map(([id]) => id)).toEqual([taken, expect.any(String), 'x', expect.any(String)]);
    expect(left[0]?.at(-1)).toBe('Reason');
    await page.getByRole('link', { name: 'Go to users' }).click();
    await expect(page.getByRole('row').filter({ hasText: first })).toContainText('01012345678');
    const ids = (await client.call(listUsers, { query: { search_mode: 'all' } })).objects.map(({ mgrid }) => mgrid);
    expect(ids).toContain(first);
    expect(ids).not.toContain(second);
    expect(found).toEqual([]);
  },
);

test('groups are imported level by level, in Korean', async ({ open, company }) => {
  const { check, found } = createCheck();
  const page = await open('/ko/management/groups');
  await page.getByRole('link', { name: '엑셀 가져오기' }).click();
  await choose(page, '파일 선택', { name: 'old.XLS', buffer: Buffer.from('x') });
  await expect(page.getByText('이전 형식(.xls)의 통합 문서입니다.')).toBeVisible();
  const buffer = await workbook(
    ['1단계', '2단계', '3단계'],
    [['본사'], ['', '1층'], ['', '', '회의실'], ['', '2층', '둘'], ['지점'], ['', '', '창고']],
  );
  await drop(page, '파일', buffer);
  await expect(page.getByText('5행: 한 행에 이름이 두 개 이상 있습니다.')).toBeVisible();
  await expect(page.getByText('7행: 단계를 건너뛰었습니다.')).toBeVisible();
  await check(page, 'check of groups', { phone: true });
  await page.getByRole('button', { name: '그룹 4개 가져오기' }).click();
  await expect(page.getByText('전체 6개 행 중 4개를 가져왔습니다. 기존: 0개, 실패: 2개')).toBeVisible();
  const left = await saved(page, () => page.getByRole('button', { name: '수정할 행 저장' }).click());
  expect(left.slice(1).map((cells) => cells.slice(0, 3))).toEqual([
    ['본사', null, null],
    [null, '2층', '둘'],
    ['지점', null, null],
    [null, null, '창고'],
  ]);
  await page.getByRole('link', { name: '그룹 목록으로' }).click();
  await expect(page.getByRole('row').filter({ hasText: '본사' })).toBeVisible();
  const { objects } = await company.client.call(listGroups, { query: { search_mode: 'all' } });
  const pkOf = (name: string) => objects.find((group) => group.name === name)?.pk;
  expect(objects.find(({ name }) => name === '회의실')?.group_fk).toBe(pkOf('1층'));
  expect(found).toEqual([]);
});

test('after an import without a row to correct the list of users is shown, and how many there were', async ({
  open,
  company,
}) => {
  const ids = [uniqueId('import'), uniqueId('import')];
  const page = await open('/en/management/managers');
  await page.getByRole('link', { name: 'Excel import' }).click();
  const buffer = await workbook(
    ['ID', 'Password', 'Name'],
    ids.map((id) => [id, PASSWORD, 'Kim Minsu']),
  );
  await choose(page, 'Choose file', { buffer });
  await page.getByRole('button', { name: 'Import 2 users' }).click();
  await expect(page.getByText('2 of 2 rows were imported. Existing: 0. Failed: 0.')).toBeVisible();
  await expect(page).toHaveURL(/\/en\/management\/managers$/u);
  for (const id of ids) await expect(page.getByRole('row').filter({ hasText: id })).toBeVisible();
  const { objects } = await company.client.call(listUsers, { query: { search_mode: 'all' } });
  expect(objects.filter(({ mgrid }) => ids.includes(mgrid)).map(({ name }) => name)).toEqual([
    'Kim Minsu',
    'Kim Minsu',
  ]);
});

test('users are imported in Korean', async ({ open, company }) => {
  const t = await textsOf('ko', 'imports');
  const [first, taken] = [uniqueId('import'), uniqueId('import')];
  await company.client.call(createUser, { body: { mgrid: taken, pw: PASSWORD, name: 'Taken' } });
  const page = await open('/ko/management/managers');
  await page.getByRole('link', { name: t('open') }).click();
  await expect(page.getByRole('heading', { name: t('users') })).toBeVisible();
  await choose(page, t('file.choose'), { name: 'rows.xlsm', buffer: Buffer.from('x') });
  await expect(page.getByText(t('problem.macros'))).toBeVisible();
  const titles = ['아이디', '비밀번호', '이름', '이메일', '전화번호', '부서', '직위', '그룹'];
  const buffer = await workbook(titles, [
    [first, PASSWORD, '김민수'],
    [taken.toUpperCase(), PASSWORD, '이지수'],
    ['x', PASSWORD, '박하나'],
  ]);
  await choose(page, t('file.choose'), { buffer });
  await expect(page.getByText(t('check.ready', { name: 'rows.xlsx', ready: 1, problems: 2 }))).toBeVisible();
  const preview = page.getByRole('table', { name: t('check.title') });
  await expect(preview.getByRole('row').filter({ hasText: '이지수' })).toContainText(problems.id_exist.ko);
  const reason = problems.invalid_id.ko;
  await expect(page.getByText(t('left_out.line', { number: 4, reason }))).toBeVisible();
  await page.getByRole('button', { name: t('run.users_other', { count: 1 }) }).click();
  const counts = { ok: 1, total: 3, exists: 1, failure: 1 };
  await expect(page.getByText(t('done.submit', counts))).toBeVisible();
  await page.getByRole('link', { name: t('done.list.users') }).click();
  await expect(page.getByRole('row').filter({ hasText: first })).toContainText('김민수');
});

test('a workbook is read as its spreadsheet shows it: the shown sheet, formats, titles; hidden rows are not selected', async ({
  open,
}) => {
  const page = await open('/en/management/managers/excel');
  const [shown, hidden, former] = [uniqueId('import'), uniqueId('import'), uniqueId('import')];
  const titles = ['Name', 'ID', 'Memo', 'Password', 'Phone'];
  const buffer = Buffer.from(
    await writeXlsx({
      sheets: [
        { name: 'Former', hidden: true, rows: [titles, ['Lee', former, '', PASSWORD]] },
        { name: 'Read me', rows: [['One user per row.']] },
        {
          name: 'Users',
          rows: [
            titles,
            ['Kim', shown, 'new', PASSWORD, 1012345678],
            ['Park', hidden, '', PASSWORD],
            ['Choi', 8982012345678900000, '', PASSWORD],
          ],
          cells: new Map([['1,4', { style: { numFmt: '000-0000-0000' } }]]),
          rowDefs: new Map([[2, { hidden: true }]]),
        },
      ],
    }),
  );
  await choose(page, 'Choose file', { buffer });
  await expect(page.getByText('The sheet has no column with this title: ID, Password, Name.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Sheet' }).click();
  await expect(page.getByRole('option')).toHaveText(['Read me', 'Users']);
  await page.getByRole('option', { name: 'Users' }).click();
  await expect(page.getByText('rows.xlsx · Can be imported: 2 · Cannot be imported: 1')).toBeVisible();
  await expect(page.getByText('This column is not read: Memo.')).toBeVisible();
  await expect(page.getByText('1 row is hidden in the sheet and not selected.')).toBeVisible();
  await expect(page.getByText('Row 4: ID: the spreadsheet keeps only 15 digits of a number.')).toBeVisible();
  const preview = page.getByRole('table', { name: 'Check' });
  await expect(preview).toContainText('010-1234-5678');
  await expect(preview).not.toContainText(former);
  await page.getByRole('button', { name: 'Import 1 user' }).click();
  await page.getByRole('link', { name: 'Go to users' }).click();
  await expect(page.getByRole('row').filter({ hasText: shown })).toContainText('010-1234-5678');
  await expect(page.getByRole('row').filter({ hasText: hidden })).toHaveCount(0);
});

test('an import goes on when its page is left, and is found again with its rows', async ({ open }) => {
  const page = await open('/en/management/managers/excel');
  const made = Array.from({ length: 30 }, () => [uniqueId('import'), PASSWORD, 'Kim']);
  const buffer = await workbook(['ID', 'Password', 'Name'], made);
  await choose(page, 'Choose file', { buffer });
  await page.getByRole('button', { name: 'Import 30 users' }).click();
  await expect(page.getByText('Importing 30 rows…')).toBeVisible();
  await page.getByRole('link', { name: 'All users' }).click();
  const tray = page.getByRole('region', { name: 'Imports' });
  await expect(tray).toContainText('Import of users');
  await page.reload();
  await expect(tray).toContainText('Imported: 30. Existing: 0. Failed: 0.');
  await tray.getByRole('link', { name: 'Show result' }).first().click();
  await expect(page.getByText('30 of 30 rows were imported. Existing: 0. Failed: 0.')).toBeVisible();
  await expect(tray.getByText('Imported: 30.')).toBeHidden();
});

test('groups are imported in English', async ({ open }) => {
  const page = await open('/en/management/groups/excel');
  const [site, room] = [uniqueId('Site'), uniqueId('Room')];
  const buffer = await workbook(
    ['Level 1', 'Level 2', 'Level 3'],
    [[site], ['', 'Floor'], ['', '', room], ['', '', '', 'Shelf']],
  );
  await choose(page, 'Choose file', { buffer });
  await expect(page.getByText('rows.xlsx · Can be imported: 3 · Cannot be imported: 1')).toBeVisible();
  await expect(page.getByText(/^Row 5: The group cannot be placed/u)).toBeVisible();
  await page.getByRole('button', { name: 'Import 3 groups' }).click();
  await expect(page.getByText('3 of 4 rows were imported. Existing: 0. Failed: 1.')).toBeVisible();
  await expect(page.getByText('1 row was not imported.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to groups' }).click();
  await page.getByRole('link', { name: site, exact: true }).click();
  await page.getByRole('link', { name: 'Floor', exact: true }).click();
  await expect(page.getByRole('link', { name: room, exact: true })).toBeVisible();
});
