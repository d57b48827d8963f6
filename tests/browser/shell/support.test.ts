import { listEnrolTokens } from '@vigil/shared/contract/http/agents';
import { addCompany } from '../support/companies.ts';
import { postNotice } from '../support/notices.ts';
import { expect, test } from '../support/test.ts';

test('notices are read ten at a time, and one by one with the ways back', async ({ open, stack }) => {
  for (let index = 1; index <= 12; index += 1) {
    const title = index === 11 ? 'Reasons of eleven' : `Notice number ${index}`;
    const content = `<h2>Why</h2><p>Reason <b>${index}</b></p>`;
    await postNotice(stack, { title, content, language: 'ko' });
  }
  const page = await open('/ko/support/notice');
  const items = page.getByRole('main').getByRole('listitem');
  await expect(items).toHaveCount(10);
  await expect(items.first()).toContainText('Notice number 12');
  await expect(items.first().locator('time')).toHaveText(/전|지금/u);
  await page.getByRole('button', { name: '더 보기' }).click();
  await expect(items).toHaveCount(12);
  await expect(page.getByRole('button', { name: '더 보기' })).toHaveCount(0);

  await items.filter({ hasText: 'Reasons of eleven' }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reasons of eleven');
  await expect(page.getByRole('article')).toContainText('Reason 11');
  await page.getByRole('button', { name: '뒤로' }).click();
  await expect(items.first()).toContainText('Notice number 12');
  await page.getByText('Notice number 10').click();
  await page.getByRole('link', { name: '목록' }).click();
  await expect(page).toHaveURL(/\/ko\/support\/notice$/u);
});

test.concurrent('a notice that does not exist says so', async ({ open }) => {
  const page = await open('/en/support/notice/2147483000', { expected: /404/u });
  await expect(page.getByRole('main')).toContainText(/not found/iu);
  const odd = await open('/en/notice/abc');
  await expect(odd).toHaveURL(/\/en\/support\/notice\/abc$/u);
  await expect(odd.getByText('Notice not found')).toBeVisible();
});

for (const [language, words] of [
  ['en', { make: 'Create token', agent: 'Agent', documents: 'Documents' }],
  ['ko', { make: '토큰 생성', agent: '에이전트', documents: '문서' }],
] as const) {
  test.concurrent(`agents and documents stand by system, with a command whose token is made on demand (${language})`, async ({
    open,
    stack,
  }) => {
    const { client } = await addCompany(stack);
    const page = await open(`/${language}/support/downloads`, { as: client });
    const files = (name: string) => page.getByRole('region', { name, exact: true }).getByRole('listitem');
    await expect(files(words.agent)).toHaveCount(1);
    await expect(files(words.agent)).toContainText('vigil-agent-linux.tar.gz');
    await expect(files(words.documents)).toHaveCount(2);
    for (const file of await files(words.documents).allInnerTexts()) expect(file).toContain(`.${language}.html`);
    expect((await client.call(listEnrolTokens)).objects).toEqual([]);
    await expect(page.locator('pre')).toContainText(stack.url);
    const before = await page.locator('pre').innerText();
    await page.getByRole('button', { name: words.make }).click();
    await expect(page.locator('pre')).not.toHaveText(before);
    expect((await client.call(listEnrolTokens)).objects).toHaveLength(1);
    await page.getByText('Windows', { exact: true }).click();
    await expect(page.locator('pre')).toContainText('install.ps1');
  });
}
