import { readFile } from 'node:fs/promises';
import { createGroup } from '@vigil/shared/contract/http/groups';
import type { Locator } from 'playwright';
import * as z from 'zod';
import { createCheck } from './support/axe.ts';
import { coreIn } from './support/core.ts';
import { expect, test } from './support/test.ts';
import { catalogueFile } from './support/texts.ts';

const text = z.string();
const Texts = z.object({
  empty: text,
  create: text,
  shown_once: text,
  kept: text,
  never_used: text,
  examples: text,
  revoke: text,
  revoke_one: text,
  column: z.object({ name: text, groups: text }),
  state: z.object({ active: text }),
  scope: z.object({ administration: text }),
  whole_company: text,
  password: text,
});

const readTexts = async (language: 'en' | 'ko') =>
  Texts.parse(JSON.parse(await readFile(catalogueFile(language, 'tokens'), 'utf8')));

/** Runs an example as a shell would, and tells the status and the code of a refusal. */
async function run(command: string, token: string): Promise<string> {
  const [, url = ''] = /'(http[^']+)'$/u.exec(command) ?? [];
  const [, method = 'GET'] = /-X (\w+)/u.exec(command) ?? [];
  const [, body] = /-d '([^']+)'/u.exec(command) ?? [];
  const reply = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body ?? null,
  });
  const { error } = (await reply.json()) as { error?: { code: string; detail?: string } };
  return error ? `${reply.status} ${error.code} ${error.detail ?? ''}`.trim() : String(reply.status);
}

const textsIn = async (locators: Locator) => (await locators.allInnerTexts()).map((shown) => shown.trim());

for (const language of ['en', 'ko'] as const) {
  test(`a token is created, used and revoked (${language})`, coreIn(language), async ({ open, company, stack }) => {
    const isFirst = language === 'en';
    const texts = await readTexts(language);
    const check = createCheck();
    const groupName = `Lab ${language}`;
    await company.client.call(createGroup, { body: { name: groupName, group_fk: null } });
    const page = await open(`/${language}/management/api-tokens`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await expect(page.getByText(texts.empty, { exact: true })).toBeVisible();
    if (isFirst) await check.check(page, 'no token', { phone: true });

    const create = page.getByRole('button', { name: texts.create });
    await create.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: texts.column.name }).fill('Night watch');
    await dialog.getByRole('combobox', { name: texts.column.groups }).click();
    await page.getByRole('option', { name: groupName }).click();
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('checkbox', { name: texts.scope.administration })).toBeDisabled();
    await expect(dialog.getByText(texts.whole_company)).toBeVisible();
    await dialog.getByLabel(texts.password, { exact: true }).fill(company.admin.password);
    if (isFirst) await check.check(page, 'terms of a token', { phone: true });
    await dialog.getByRole('button', { name: texts.create }).click();

    await expect(dialog.getByText(texts.shown_once)).toBeVisible();
    const secret = await dialog.locator('pre').innerText();
    await dialog.getByRole('button', { name: language === 'en' ? 'Copy' : '복사', exact: true }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(secret);
    // Only a button closes what is shown once.
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 450);
    await expect(dialog.getByText(texts.shown_once)).toBeVisible();
    if (isFirst) await check.check(page, 'secret of a token');
    await dialog.getByRole('button', { name: texts.kept }).click();

    const row = page.getByRole('row').filter({ hasText: 'Night watch' });
    await expect(row).toContainText(texts.state.active);
    await expect(row).toContainText(groupName);
    await expect(row).toContainText(texts.never_used);
    await expect(page.locator('body')).not.toContainText(secret);

    // The examples of this page, with a token that only reads.
    const examples = page.getByRole('region', { name: texts.examples }).getByRole('listitem');
    const commands = await textsIn(examples.locator('pre'));
    const outcomes = await Promise.all(commands.map((command) => run(command, secret)));
    const [commandScope, administration] = ['403 token_scope commands', '403 token_scope administration'];
    expect(outcomes).toEqual(['200', '200', commandScope, '200', commandScope, administration]);
    await page.reload();
    await expect(row).toContainText('127.0.0.1');
    if (isFirst) await check.check(page, 'tokens', { phone: true });

    await row.getByRole('button', { name: texts.revoke_one.replace('{{name}}', 'Night watch') }).click();
    await dialog.getByRole('button', { name: texts.revoke, exact: true }).click();
    await expect(page.getByText(texts.empty, { exact: true })).toBeVisible();
    expect(await run(`'${stack.url}/lmm/api/v1.0/devices/summary'`, secret)).toBe('401 token_invalid');
    expect(check.found).toEqual([]);
  });
}
