import type { Notice } from '@vigil/shared/contract/http/notices';
import { NoticePk } from '@vigil/shared/contract/ids';
import { listIncidents } from '@vigil/shared/contract/routes/alerts';
import { listNotices } from '@vigil/shared/contract/routes/company';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { LiveData } from '../../live/live-data.ts';
import { render } from '../../testing/render.tsx';
import { Bell } from './bell.tsx';

const notice = (pk: number, published: string, end: string): Notice => ({
  pk: NoticePk.parse(pk),
  notice_title: `Notice ${pk}`,
  notice_content: '',
  notice_date: end,
  create_time: published,
  type: 'en',
});

/** Three published one after the other, of which the newest ends first. */
const published = [
  notice(1, '2026-11-01T00:00:00.000Z', '2027-03-01T00:00:00.000Z'),
  notice(2, '2026-11-02T00:00:00.000Z', '2027-02-01T00:00:00.000Z'),
  notice(3, '2026-11-03T00:00:00.000Z', '2026-11-03T01:00:00.000Z'),
];

test('the newest notice stands first, and not the one that ends latest', async () => {
  const noCounts = { total_count: 0, open_count: 0, unseen_count: 0, seen_until: null };
  const call = (async (endpoint: object, { query }: { query?: { by: 'create_time' | 'notice_date' } }) => {
    if (endpoint === listIncidents) return { objects: [], meta: noCounts };
    if (endpoint !== listNotices || !query) return { objects: [], meta: { total_count: 0 } };
    const sorted = published.toSorted((a, b) => b[query.by].localeCompare(a[query.by]));
    return { objects: sorted, meta: { total_count: sorted.length } };
  }) as never;
  const live = { kind: 'live' };
  const state = { get: () => live, subscribe: () => () => undefined };
  await render(<Bell />, { api: { call }, fleet: { connection: { state } } as unknown as Partial<LiveData> });
  // The notice is what is unread, so that the bell opens at the notices.
  await page.getByRole('button', { name: /^Alerts, requests and notices/u }).click();
  const list = page.getByRole('list', { name: 'Notices' });
  await expect.element(list).toBeVisible();
  const titles = () =>
    list
      .getByRole('listitem')
      .elements()
      .map((item) => item.querySelector('b')?.textContent);
  expect(titles()).toEqual(['Notice 3', 'Notice 2', 'Notice 1']);
});
