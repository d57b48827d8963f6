import type { Notice } from '@vigil/shared/contract/http/notices';
import type { NoticePk } from '@vigil/shared/contract/ids';
import { listNotices } from '@vigil/shared/contract/routes/company';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { NoticesPage } from './notices-page.tsx';

const DAY_MS = 86_400_000;

const notice = (more: Partial<Notice>): Notice => ({
  pk: 1 as NoticePk,
  notice_title: 'Maintenance',
  notice_content: '<p>On Sunday</p>',
  notice_date: new Date(0).toISOString(),
  create_time: new Date(Date.now() - 3 * DAY_MS).toISOString(),
  type: 'en',
  ...more,
});

const LONG = `<p>First line <a href="https://example.org">link</a></p>${'<p>More words</p>'.repeat(30)}`;

/** Answers the list of a language, and records what was asked. */
async function open(lists: { readonly [T in Notice['type']]?: readonly Notice[] }, language: Notice['type'] = 'en') {
  const asked: { by?: string; type?: Notice['type'] }[] = [];
  const call = async (endpoint: unknown, { query }: { query: { by: string; type: Notice['type'] } }) => {
    if (endpoint !== listNotices) throw new Error('not a list of notices');
    asked.push(query);
    const objects = lists[query.type] ?? [];
    return { objects, meta: { total_count: objects.length } };
  };
  await render(<NoticesPage />, { language, api: { call: call as never } });
  return asked;
}

test('a notice stands with its relative date and its text, and a long one is cut off', async () => {
  const asked = await open({
    en: [notice({}), notice({ pk: 2 as NoticePk, notice_title: 'Long', notice_content: LONG })],
  });
  const [short, long] = [page.getByRole('listitem').first(), page.getByRole('listitem').nth(1)];
  await expect.element(short.getByText('3 days ago')).toBeVisible();
  await expect.element(short.getByText('On Sunday')).toBeVisible();
  await expect.element(short.getByText('Read more')).not.toBeInTheDocument();
  await expect
    .element(long.getByRole('link', { name: 'Read more: Long' }))
    .toHaveAttribute('href', '/en/support/notice/2');
  // Its link would be out of sight.
  expect(
    long
      .getByText(/First line/u)
      .element()
      .closest('[inert]'),
  ).not.toBeNull();
  expect(long.element().getBoundingClientRect().height).toBeLessThan(250);
  expect(asked).toMatchObject([{ by: 'notice_date', order: 'desc', type: 'en' }]);
});

test('a list in the text of a notice has its own marks, and no lines between its items', async () => {
  await open({ en: [notice({ notice_content: '<ul><li>one</li><li>two</li></ul>' }), notice({ pk: 2 as NoticePk })] });
  const styleOf = (text: string) => getComputedStyle(page.getByText(text, { exact: true }).element());
  await expect.element(page.getByText('two', { exact: true })).toBeVisible();
  expect(styleOf('two')).toMatchObject({ borderTopWidth: '0px', listStyleType: 'disc' });
  const notices = page.getByRole('main').getByRole('list').first().element().children;
  expect(getComputedStyle(notices[1]!).borderTopWidth).toBe('1px');
});

test('without a notice in the language the Korean ones stand there, marked as such', async () => {
  const korean = notice({ notice_title: '점검 안내', type: 'ko' });
  const asked = await open({ ko: [korean] });
  await expect.element(page.getByText('Korean', { exact: true })).toBeVisible();
  await expect.element(page.getByText('점검 안내')).toHaveAttribute('lang', 'ko');
  expect(asked.map(({ type }) => type)).toEqual(['en', 'ko']);
});

test('with one in the language, no other is read, and none is marked', async () => {
  const asked = await open(
    { ja: [notice({ type: 'ja', notice_title: 'お知らせ1' })], ko: [notice({ type: 'ko' })] },
    'ja',
  );
  await expect.element(page.getByText('お知らせ1')).toBeVisible();
  await expect.element(page.getByText('日本語')).not.toBeInTheDocument();
  expect(asked.map(({ type }) => type)).toEqual(['ja']);
});

test('more notices are read by a button, which reads again what failed and leaves the others in sight', async () => {
  const all = Array.from({ length: 11 }, (_, index) =>
    notice({ pk: (index + 1) as NoticePk, notice_title: `Notice ${index + 1}` }),
  );
  let isBroken = true;
  const call = async (_endpoint: unknown, { query: { offset } }: { query: { offset: number } }) => {
    if (offset > 0 && isBroken) throw new Error('broken');
    return { objects: all.slice(offset, offset + 10), meta: { total_count: all.length } };
  };
  await render(<NoticesPage />, { api: { call: call as never } });
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Notice 10' })).toBeInTheDocument();
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('link', { name: 'Notice 11' })).toBeVisible();
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});

test('a first read that fails can be repeated, and may have found none', async () => {
  let answer = Promise.withResolvers<never>();
  await render(<NoticesPage />, { api: { call: () => answer.promise } });
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  answer.reject(new Error('broken'));
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  answer = Promise.withResolvers();
  await page.getByRole('button', { name: 'Try again' }).click();
  answer.resolve({ objects: [], meta: { total_count: 0 } } as never);
  await expect.element(page.getByText('No notices yet')).toBeVisible();
});
