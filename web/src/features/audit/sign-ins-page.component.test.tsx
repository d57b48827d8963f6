import type { SignInLogRow } from '@vigil/shared/contract/http/sign-in-log';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { SignInsPage } from './sign-ins-page.tsx';

const row: SignInLogRow = {
  pk: 'a1',
  time: '2026-11-01T00:00:00.000Z',
  user_pk: 7 as SignInLogRow['user_pk'],
  mgrid: 'kim',
  name: 'Kim',
  ip: '192.0.2.1',
  browser: 'Chrome 140',
  dev_os_id: 2,
  user_agent: '',
  login_from: 'web',
  cause: null,
};
const failed: SignInLogRow = {
  ...row,
  pk: 'f1',
  ip: '198.51.100.7',
  browser: '',
  dev_os_id: 0,
  user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Gecko/20100101 Firefox/131.0',
  login_from: null,
  cause: 'password',
};
const answer = (objects: readonly SignInLogRow[]) =>
  Promise.resolve({ objects, meta: { total_count: objects.length, next: null } } as never);

test('a sign-in and a failed one say from where they came, and why it failed', async () => {
  await render(<SignInsPage />, { profile: administrator, api: { call: () => answer([failed, row]) } });
  await expect.element(page.getByText('Wrong password')).toBeVisible();
  await expect.element(page.getByText('Firefox 131, Windows')).toBeVisible();
  await expect.element(page.getByText('Chrome 140, Linux')).toBeVisible();
  await expect.element(page.getByText('198.51.100.7')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Sign-ins' })).toHaveAttribute('aria-current', 'page');
  await expect
    .element(page.getByRole('link', { name: 'Activity' }))
    .toHaveAttribute('href', expect.stringMatching(/management\/audit$/));
});

test('only failed ones are asked for until the filters are cleared', async () => {
  const asked: unknown[] = [];
  const call = (_endpoint: unknown, { query }: { query: { failed?: string } }) => {
    asked.push(query.failed);
    return answer([]);
  };
  await render(<SignInsPage />, { profile: administrator, api: { call: call as never } });
  await expect.element(page.getByText('Nobody signed in yet')).toBeVisible();
  await page.getByRole('switch', { name: 'Failed only' }).click();
  await expect.poll(() => asked.at(-1)).toBe('1');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => asked.at(-1)).toBeUndefined();
});
