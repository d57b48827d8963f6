import { listEnrolTokens } from '@vigil/shared/contract/http/agents';
import { listDownloadableFiles } from '@vigil/shared/contract/http/downloads';
import { addCompany } from '../support/companies.ts';
import { coreIn } from '../support/core.ts';
import { postNotice } from '../support/notices.ts';
import { expect, test } from '../support/test.ts';
import { uniqueId } from '../support/users.ts';

test('notices are read ten at a time, and one by one with the ways back', async ({ open, stack }) => {
  const own = uniqueId('news');
  for (let index = 1; index <= 12; index += 1) {
    const title = `${index === 11 ? 'Reasons of eleven' : `Notice number ${index}`} ${own}`;
    const content = `<h2>Why</h2><p>Reason <b>${index}</b></p>`;
    await postNotice(stack, { title, content, language: 'ko' });
  }
  const page = await open('/ko/support/notice', { noticesWith: own });
  const items = page.getByRole('main').getByRole('listitem');
  await expect(items).toHaveCount(10);
  await expect(items.first()).toContainText('Notice number 12');
  await expect(items.first().locator('time')).toHaveText(/전|지금/u);
  await page.getByRole('button', { name: '더 보기' }).click();
  await expect(items).toHaveCount(12);
  await expect(page.getByRole('button', { name: '더 보기' })).toHaveCount(0);

  await items.filter({ hasText: 'Reasons of eleven' }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Reasons of eleven ${own}`);
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
  [
    'en',
    { install: 'Install an agent', make: 'Create token', agent: 'Agent', documents: 'Documents', verify: 'Verify' },
  ],
  ['ko', { install: '에이전트 설치', make: '토큰 생성', agent: '에이전트', documents: '문서', verify: '파일 확인' }],
] as const) {
  test.concurrent(
    `agents and documents stand by system, with a command whose token is made on demand (${language})`,
    coreIn(language),
    async ({ open, stack }) => {
      const { client } = await addCompany(stack);
      const page = await open(`/${language}/support/downloads`, { as: client });
      const section = (name: string) => page.getByRole('region', { name, exact: true });
      const files = (name: string) => section(name).getByRole('listitem');
      const command = section(words.install).locator('pre');
      // What is needed first stands first.
      await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(words.install);
      await expect(files(words.agent)).toHaveCount(1);
      await expect(files(words.agent)).toContainText('vigil-agent-linux.tar.gz');
      await expect(files(words.documents)).toHaveCount(2);
      for (const file of await files(words.documents).allInnerTexts()) expect(file).toContain(`.${language}.html`);
      expect((await client.call(listEnrolTokens)).objects).toEqual([]);
      await expect(command).toContainText(stack.url);
      const before = await command.innerText();
      await page.getByRole('button', { name: words.make }).click();
      await expect(command).not.toHaveText(before);
      expect((await client.call(listEnrolTokens)).objects).toHaveLength(1);

      const [agent] = (await client.call(listDownloadableFiles)).objects.filter(({ file_name }) =>
        file_name.includes('linux'),
      );
      const hash = files(words.agent).getByText(agent?.sha256 ?? '', { exact: true });
      await expect(hash).toBeHidden();
      await files(words.agent).getByText(words.verify, { exact: true }).click();
      await expect(hash).toBeVisible();
      await expect(files(words.agent).locator('pre')).toHaveText(
        `echo "${agent?.sha256}  vigil-agent-linux.tar.gz" | sha256sum --check`,
      );
      await page.getByText('Windows', { exact: true }).click();
      await expect(command).toContainText('install.ps1');
    },
  );
}

test.concurrent('with several packages for Linux, the command follows the processor and the format that were chosen', async ({
  open,
  stack,
}) => {
  const { client } = await addCompany(stack);
  const page = await open('/en/support/notice', { as: client });
  const { objects } = await client.call(listDownloadableFiles);
  const [light] = objects.filter(({ id }) => id === 'agent-linux');
  const complete = (['x64', 'arm64'] as const).flatMap((arch) =>
    ['tar.gz', 'deb', 'rpm'].map((format) => {
      const file_name = `vigil-agent-linux-${arch}.${format}`;
      return { ...light, id: file_name, file_name, arch, needs_node: null, url: `/downloads/${file_name}` };
    }),
  );
  // They take a minute to make, and the page needs only the list.
  await page.route(
    (url) => url.pathname.endsWith('/downloads') && !url.pathname.startsWith('/en'),
    (route) => route.fulfill({ json: { objects: [...complete, ...objects] } }),
  );
  await page.goto(`${stack.url}/en/support/downloads`);
  const command = page.getByRole('region', { name: 'Install an agent', exact: true }).locator('pre');
  await expect(command).toContainText('vigil-agent-linux-x64.tar.gz');
  await expect(page.getByText('Requires no other software on the device')).toBeVisible();
  const format = page.getByRole('radiogroup', { name: 'Package' });
  await format.getByText('.deb').click();
  await page.getByText('ARM64', { exact: true }).click();
  await expect(command).toContainText('sudo dpkg -i vigil-agent-linux-arm64.deb');
  await expect(command).toContainText('sudo vigil-agent-setup --server');
  await page.getByText('Windows', { exact: true }).click();
  await expect(page.getByText('Requires Node.js 24 or later')).toBeVisible();
  await expect(format).toBeHidden();
});
