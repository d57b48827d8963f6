import { readFile } from 'node:fs/promises';
import { changeIpPolicy, readIpPolicy } from '@vigil/shared/contract/http/ip-policy';
import { writeTextSheet } from '@vigil/shared/spreadsheets/write-text-sheet';
import type { Page } from 'playwright';
import * as z from 'zod';
import { createCheck } from './support/axe.ts';
import { addCompany, type Company } from './support/companies.ts';
import { coreIn } from './support/core.ts';
import { expect, test } from './support/test.ts';
import { catalogueFile } from './support/texts.ts';

const text = z.string();
const Texts = z.object({
  use: text,
  kind_locked: text,
  allow: text,
  empty: text,
  list: text,
  add: text,
  add_button: text,
  mode: z.object({ range: text, subnet: text, excel: text }),
  field: z.object({ address: text, start: text, end: text, subnet: text, reason: text }),
  exists: text,
  select: text,
  select_rules: text,
  delete_selected: text,
  delete_all: text,
  delete_one: text,
  delete_other: text,
  deleted_one: text,
  check: z.object({ label: text, go: text }),
  map: z.object({ title: text }),
  access: z.object({ covered: text, blocked: text, free: text }),
  ends: z.object({ title_one: text, own: text, submit_one: text, line_own: text }),
});
const Imports = z.object({
  file: z.object({ choose: text, start: text, none: text }),
  run: z.object({ ip_other: text }),
  done: z.object({ list: z.object({ ip: text }) }),
});
const Common = z.object({ cancel: text });
const List = z.object({ search: text });
const readTexts = async <T>(schema: z.ZodType<T>, language: 'en' | 'ko', name: string): Promise<T> =>
  schema.parse(JSON.parse(await readFile(catalogueFile(language, name), 'utf8')));

/** A text with its values, as the page shows it. */
const filled = (template: string, values: Readonly<Record<string, string | number>>): string =>
  template.replaceAll(/\{\{(\w+)[^}]*\}\}/gu, (_, name: string) => String(values[name]));

const messages = {
  en: { error: 'Enter a valid IP address, range or subnet.', blank: 'Enter the start IP address.' },
  ko: { error: '올바른 IP 주소, 범위 또는 서브넷을 입력해 주세요.', blank: '시작 IP 주소를 입력해 주세요.' },
} as const;

const HERE = '127.0.0.1';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function openPage({ page, language }: { page: Page; language: 'en' | 'ko' }) {
  const texts = await readTexts(Texts, language, 'blocking');
  const form = page.getByRole('region', { name: texts.add, exact: true });
  const rows = page.getByRole('region', { name: texts.list, exact: true }).getByRole('row');
  return {
    texts,
    form,
    rows,
    rowOf: (rule: string) => rows.filter({ hasText: rule }),
    async add(fields: Readonly<Record<string, string>>) {
      for (const [label, value] of Object.entries(fields)) await form.getByRole('textbox', { name: label }).fill(value);
      await form.getByRole('button', { name: texts.add_button, exact: true }).press('Enter');
    },
  };
}

/** Rules of each kind, in force. */
async function addRules({ client }: Company): Promise<void> {
  for (const rule of [
    { start_ip_address: '198.51.100.7', reason: 'Branch' },
    { start_ip_address: '192.0.2.10', end_ip_address: '192.0.2.20' },
    { start_ip_address: '2001:db8::/32' },
  ])
    await client.call(changeIpPolicy, { body: { type: 'post', ...rule } });
  await client.call(changeIpPolicy, { body: { type: 'set', policy_use: 1, block: 1 } });
}

for (const language of ['en', 'ko'] as const) {
  test(
    `rules are put in force, and added by keyboard once they are right (${language})`,
    coreIn(language),
    async ({ open, stack }) => {
      const { check, found } = createCheck();
      const company = await addCompany(stack);
      const page = await open(`/${language}/management/settings/blocking`, { as: company.client });
      const { texts, form, rowOf, add } = await openPage({ page, language });
      await expect(page.getByText(texts.kind_locked)).toBeVisible();
      await expect(page.getByRole('radio', { name: texts.allow })).toBeDisabled();
      if (language === 'en') await check(page, 'rules that are off', { phone: true });
      await page.getByRole('switch', { name: texts.use }).press('Space');
      await expect(page.getByText(texts.empty, { exact: true })).toBeVisible();

      const { field } = texts;
      for (const [typed, message] of [
        ['', messages[language].blank],
        ['10.0.0.256', messages[language].error],
        ['10.0.0.0/8', messages[language].error],
      ] as const) {
        await add({ [field.address]: typed });
        await expect(form.getByText(message)).toBeVisible();
      }
      await add({ [field.address]: '198.51.100.7', [field.reason]: 'Branch' });
      await expect(rowOf('198.51.100.7')).toContainText('Branch');
      await add({ [field.address]: '198.51.100.7' });
      await expect(page.getByText(texts.exists)).toBeVisible();

      await form.getByRole('radio', { name: texts.mode.range }).press('Space');
      await add({ [field.start]: '192.0.2.20', [field.end]: '192.0.2.10' });
      await expect(form.getByText(messages[language].error)).toBeVisible();
      await add({ [field.start]: '192.0.2.10', [field.end]: '192.0.2.20' });
      await expect(rowOf('192.0.2.10 ~ 192.0.2.20')).toHaveCount(1);
      await form.getByRole('radio', { name: texts.mode.subnet }).press('Space');
      await add({ [field.subnet]: '203.0.113.0/33' });
      await expect(form.getByText(messages[language].error)).toBeVisible();
      await add({ [field.subnet]: '2001:db8::/32' });
      await expect(rowOf('2001:db8::/32')).toHaveCount(1);
      expect((await company.client.call(readIpPolicy)).objects[0]).toMatchObject({ policy_use: 1, rule_count: 3 });
      expect(found).toEqual([]);
    },
  );

  test(
    `rules say which addresses they are about, and which of them is about one (${language})`,
    coreIn(language),
    async ({ open, stack }) => {
      const { check, found } = createCheck();
      const company = await addCompany(stack);
      await addRules(company);
      const page = await open(`/${language}/management/settings/blocking`, { as: company.client });
      const { texts, rows } = await openPage({ page, language });
      const { search } = await readTexts(List, language, 'list');
      const map = page.getByRole('region', { name: texts.map.title, exact: true });
      await expect(map.getByRole('listitem')).toHaveText(['192.0.0.0/8', '198.0.0.0/8', '2001::/16']);
      await expect(map.getByRole('img').first()).toHaveAttribute('aria-label', /0[.]4\s?%/u);

      const address = page.getByRole('textbox', { name: texts.check.label });
      await address.fill('192.0.2.15');
      await address.press('Enter');
      const blocked = { address: '192.0.2.15', rule: '192.0.2.10 ~ 192.0.2.20' };
      await expect(page.getByText(filled(texts.access.blocked, blocked))).toBeVisible();
      await page.getByRole('searchbox', { name: search }).fill('2001:db8:7::1');
      await page.keyboard.press('Enter');
      await expect(rows).toHaveCount(2);
      await expect(page).toHaveURL(/value=2001/u);
      if (language === 'en') await check(page, 'rules', { phone: true });
      await page.getByRole('searchbox', { name: search }).fill('');
      await page.keyboard.press('Enter');
      await expect(rows).toHaveCount(4);
      expect(found).toEqual([]);
    },
  );

  test(
    `selected rules or all are deleted by keyboard, after a question (${language})`,
    coreIn(language),
    async ({ open, stack }) => {
      const { check, found } = createCheck();
      const company = await addCompany(stack);
      await addRules(company);
      const page = await open(`/${language}/management/settings/blocking`, { as: company.client });
      const { texts, rows } = await openPage({ page, language });
      const { cancel } = await readTexts(Common, language, 'common');
      const dialog = page.getByRole('dialog');
      await expect(rows).toHaveCount(4);
      await page.getByRole('button', { name: texts.delete_selected }).press('Enter');
      await expect(page.getByText(texts.select_rules)).toBeVisible();
      await page.getByRole('checkbox', { name: filled(texts.select, { rule: '2001:db8::/32' }) }).press('Space');
      await page.getByRole('button', { name: texts.delete_selected }).press('Enter');
      if (language === 'en') await check(page, 'deletion of rules');
      await dialog.getByRole('button', { name: cancel, exact: true }).press('Enter');
      await expect(rows).toHaveCount(4);
      await page.getByRole('button', { name: texts.delete_selected }).press('Enter');
      await dialog.getByRole('button', { name: filled(texts.delete_one, { count: 1 }), exact: true }).press('Enter');
      // Until it is done, the page takes no second deletion.
      await expect(page.getByText(filled(texts.deleted_one, { count: 1 }))).toBeVisible();
      await expect(dialog).toHaveCount(0);
      await expect(rows).toHaveCount(3);
      await page.getByRole('button', { name: texts.delete_all }).press('Enter');
      await dialog.getByRole('button', { name: filled(texts.delete_other, { count: 2 }), exact: true }).press('Enter');
      await expect(page.getByText(texts.empty, { exact: true })).toBeVisible();
      expect((await company.client.call(readIpPolicy)).objects[0]).toMatchObject({ policy_use: 1, rule_count: 0 });
      expect(found).toEqual([]);
    },
  );
}

test.for(['en', 'ko'] as const)('a file of rules is checked and added (%s)', async (language, { open, stack }) => {
  const isFirst = language === 'en';
  const { check, found } = createCheck();
  const company = await addCompany(stack);
  await company.client.call(changeIpPolicy, { body: { type: 'set', policy_use: 1 } });
  const page = await open(`/${language}/management/settings/blocking?add=excel`, { as: company.client });
  const { texts, rowOf } = await openPage({ page, language });
  const imports = await readTexts(Imports, language, 'imports');

  const start = page.getByRole('button', { name: imports.file.start });
  await start.press('Enter');
  await expect(page.getByText(imports.file.none)).toBeVisible();
  if (isFirst) await check(page, 'file of rules', { phone: true });
  const buffer = Buffer.from(
    await writeTextSheet({
      name: 'Rows',
      titles: ['Start address', 'End address', 'Reason'],
      rows: [
        ['203.0.113.1', '203.0.113.9', 'Guests'],
        ['198.51.100.0/24', '', ''],
        ['', '203.0.113.9', ''],
        ['203.0.113.300', '', ''],
      ],
      blankRows: 5,
    }),
  );
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: imports.file.choose }).press('Enter');
  await (await chooser).setFiles({ name: 'rules.xlsx', mimeType: TYPE, buffer });
  await expect(page.getByText('rules.xlsx')).toBeVisible();
  await start.press('Enter');
  await expect(page.getByText(messages[language].blank)).toBeVisible();
  await expect(page.getByText(messages[language].error)).toBeVisible();
  if (isFirst) await check(page, 'check of rules');
  await page.getByRole('button', { name: filled(imports.run.ip_other, { count: 2 }) }).press('Enter');
  await page.getByRole('link', { name: imports.done.list.ip }).click();
  await expect(rowOf('203.0.113.1 ~ 203.0.113.9')).toContainText('Guests');
  await expect(rowOf('198.51.100.0/24')).toHaveCount(1);
  expect(texts.list).not.toBe('');
  expect(found).toEqual([]);
});

test.for(['en', 'ko'] as const)(
  'a change that ends the own session says so before (%s)',
  async (language, { open, stack }) => {
    const isFirst = language === 'en';
    const { check, found } = createCheck();
    const company = await addCompany(stack);
    await company.client.call(changeIpPolicy, { body: { type: 'post', start_ip_address: HERE } });
    await company.client.call(changeIpPolicy, { body: { type: 'post', start_ip_address: '203.0.113.0/24' } });
    await company.client.call(changeIpPolicy, { body: { type: 'set', policy_use: 1, block: 0, confirm: 0 } });
    const page = await open(`/${language}/management/settings/blocking`, { as: company.client, expected: /40[13]/u });
    const { texts } = await openPage({ page, language });
    const { cancel } = await readTexts(Common, language, 'common');
    await expect(page.getByText(filled(texts.access.covered, { address: HERE, rule: HERE }))).toBeVisible();

    await page.getByRole('checkbox', { name: filled(texts.select, { rule: HERE }) }).press('Space');
    await page.getByRole('button', { name: texts.delete_selected }).press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(texts.ends.own)).toBeVisible();
    await expect(dialog.getByText(filled(texts.ends.line_own, { ip: HERE }))).toBeVisible();
    if (isFirst) await check(page, 'the own session would end', { phone: true });
    await dialog.getByRole('button', { name: cancel, exact: true }).press('Enter');
    await expect(dialog).toHaveCount(0);
    expect((await company.client.call(readIpPolicy)).objects[0]?.rule_count).toBe(2);

    await page.getByRole('button', { name: texts.delete_selected }).press('Enter');
    await dialog.getByRole('button', { name: filled(texts.delete_one, { count: 1 }), exact: true }).press('Enter');
    // The browser is signed out: it is on the page of signing in.
    await expect(page).toHaveURL(new RegExp(`/${language}/?(\\?.*)?$`, 'u'));
    await expect(company.client.call(readIpPolicy)).rejects.toThrow();
    expect(found).toEqual([]);
  },
);

test('a selection of rules is kept over the pages, and the question names what is deleted', async ({ open, stack }) => {
  const own = await addCompany(stack);
  for (let n = 1; n <= 6; n += 1)
    await own.client.call(changeIpPolicy, { body: { type: 'post', start_ip_address: `203.0.113.${n}` } });
  await own.client.call(changeIpPolicy, { body: { type: 'set', policy_use: 1, block: 1 } });
  const page = await open('/en/management/settings/blocking?size=5', { as: own.client });
  const list = page.getByRole('region', { name: 'IP addresses', exact: true });
  const newest = list.getByRole('checkbox', { name: 'Select 203.0.113.6' });
  await newest.click();
  await expect(list.getByText('1 selected', { exact: true })).toBeVisible();
  await list.getByRole('button', { name: 'Next' }).click();
  await expect(newest).toBeHidden();
  await expect(list.getByText('1 selected · 1 on another page', { exact: true })).toBeVisible();
  await list.getByRole('button', { name: 'Delete selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 1 rule?' });
  await expect(dialog.getByRole('listitem')).toHaveText(['203.0.113.6']);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await list.getByRole('button', { name: 'Previous' }).click();
  await expect(newest).toBeChecked();
  await list.getByRole('button', { name: 'Delete selected' }).click();
  await dialog.getByRole('button', { name: 'Delete 1 rule' }).click();
  await expect(newest).toHaveCount(0);
  const { objects } = await own.client.call(readIpPolicy);
  expect(objects[0]?.list.map(({ start_ip_address: [start] }) => start)).toEqual(
    [5, 4, 3, 2, 1].map((n) => `203.0.113.${n}`),
  );
});
