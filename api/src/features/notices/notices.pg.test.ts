import type { CallOf } from '@vigil/shared/contract/endpoint';
import { listNotices, readNotice } from '@vigil/shared/contract/http/notices';
import { notices } from '@vigil/shared/platform/db/schema/notices';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { addressOf, startTestApi, type TestApi } from '../../testing/test-api.ts';

const DAY_MS = 86_400_000;
const KOREAN = 12;

const test = apiTest();
let api: TestApi;

test.beforeAll(async ({ api: started }) => {
  api = started;
  const at = (day: number) => new Date(Date.UTC(2026, 0, 1) + day * DAY_MS);
  const rows = Array.from({ length: KOREAN }, (_, i) => ({
    type: 'ko' as const,
    title: `공지 ${i + 1}`,
    content: '<p>내용</p>',
    noticeDate: at(i),
    createdAt: at(-i),
  }));
  const english = { type: 'en' as const, title: 'News', content: '<p>text</p>', noticeDate: at(0), createdAt: at(0) };
  await api.deps.database.asSystem((tx) => tx.insert(notices).values([...rows, english]));
});

const list = (query: NonNullable<CallOf<typeof listNotices>['query']> = {}) => api.call(null, listNotices, { query });
const titles = async (query: NonNullable<CallOf<typeof listNotices>['query']>) =>
  (await list(query)).objects.map((row) => row.notice_title);

test('notices are public, of one language, ten at a time, newest first', async () => {
  const { objects, meta } = await list({ by: 'notice_date', order: 'desc' });
  expect([objects.length, meta.total_count]).toEqual([10, KOREAN]);
  expect(objects[0]).toMatchObject({ notice_title: '공지 12', type: 'ko', notice_content: '<p>내용</p>' });
  expect(await titles({ order: 'desc', offset: 10 })).toEqual(['공지 2', '공지 1']);
  expect(await titles({ type: 'en' })).toEqual(['News']);
});

test('sorting, searching and time spans keep to what is declared', async () => {
  expect(await titles({ by: 'create_time', order: 'desc', limit: 1 })).toEqual(['공지 1']);
  expect(await titles({ search_key: 'notice_title', search_value: '지 11' })).toEqual(['공지 11']);
  expect(await titles({ start_date: '2026-01-03', end_date: '2026-01-04' })).toEqual(['공지 3', '공지 4']);
  expect((await list({ by: 'pk' as never })).error?.code).toBe('malformed');
  expect((await list({ type: 'fr' as never })).error?.code).toBe('malformed');
});

test('one notice, or none', async () => {
  const [first] = (await list({ type: 'en' })).objects;
  const { objects } = await api.call(null, readNotice, { params: { pk: String(first?.pk) } });
  expect(objects).toEqual([first]);
  expect((await api.call(null, readNotice, { params: { pk: '999999' } })).error?.code).toBe('not_found');
});

test('an installation of its own refuses notices', async () => {
  await using standalone = await startTestApi({ STANDALONE: '1' });
  for (const endpoint of [listNotices, readNotice])
    expect((await standalone.app.inject(addressOf(endpoint, { params: { pk: '1' } }))).statusCode).toBe(403);
});
