import { signIn } from '@vigil/shared/contract/routes/accounts';
import { listNotices } from '@vigil/shared/contract/routes/company';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiProblem } from '../../lib/api-problem.ts';
import type { Api } from '../../lib/api.ts';
import { render } from '../../testing/render.tsx';
import { SignInPage } from './sign-in-page.tsx';

/** So long a wait that it does not end by itself, however long a test takes. */
const WAIT_S = 3_600;
const passSeconds = (seconds: number) => vi.useFakeTimers({ now: Date.now() + seconds * 1_000, toFake: ['Date'] });
afterEach(() => vi.useRealTimers());

const refused = { step1: 'fail', step2: 'wait', step3: 'wait', failure_limit: 5, current_failure: 1, self_unlock: 0 };

test.each([
  [
    'is refused',
    async () => ({ objects: { ...refused, cause: {}, email: '', mail: '', token: '', qrCodeFlag: false } }),
  ],
  ['has no answer', () => Promise.reject(new ApiProblem(0, { code: 'network', message: 'network' }))],
])('a sign-in that %s is reported as a fact, and its password has the focus', async (_, answer) => {
  const reported: unknown[] = [];
  const call = async ({ path }: { path: string }) => {
    if (path === signIn.path) return answer();
    expect(path).toBe(listNotices.path);
    return { objects: [], meta: { total_count: 0 } };
  };
  await render(<SignInPage />, { api: { call: call as Api['call'] }, onError: (error) => reported.push(error) });
  await page.getByRole('textbox', { name: 'ID', exact: true }).fill('mina');
  await page.getByLabelText('Password', { exact: true }).fill('s3cret');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(reported).toEqual(['sign-in']);
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveFocus();
});

test.each([
  ['', '/en/join-us'],
  ['?from=Fair%202026&x=1', '/en/join-us?from=Fair+2026'],
])('from the address %j, the link to sign up keeps the way of the visitor', async (search, goal) => {
  const call = async () => ({ objects: [], meta: { total_count: 0 } });
  await render(<SignInPage />, { at: `/${search}`, api: { call: call as unknown as Api['call'] } });
  await expect.element(page.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', goal);
});

test('the wait that a wrong password begins is told beside the refusal, and the button is free again after it', async () => {
  const answer = { ...refused, retry_after_s: WAIT_S, email: '', mail: '', token: '', qrCodeFlag: false };
  const call = async ({ path }: { path: string }) =>
    path === signIn.path ? { objects: answer } : { objects: [], meta: { total_count: 0 } };
  await render(<SignInPage />, { api: { call: call as unknown as Api['call'] } });
  await page.getByRole('textbox', { name: 'ID', exact: true }).fill('mina');
  await page.getByLabelText('Password', { exact: true }).fill('s3cret');
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  await button.click();
  await expect.element(page.getByText(/4 attempts left/u)).toBeVisible();
  await expect.element(page.getByText(/The next attempt can be made in \d{4} seconds/u)).toBeVisible();
  await expect.element(button).toBeDisabled();
  passSeconds(WAIT_S);
  await expect.element(button).toBeEnabled();
  expect(page.getByText(/The next attempt/u).elements()).toHaveLength(0);
});

test('a wait that the server names is counted down, and the button is free again after it', async () => {
  const call = async ({ path }: { path: string }) => {
    if (path !== signIn.path) return { objects: [], meta: { total_count: 0 } };
    throw new ApiProblem(429, { code: 'too_many_requests', message: 'wait' }, { retryAfter: WAIT_S });
  };
  await render(<SignInPage />, { api: { call: call as Api['call'] } });
  await page.getByRole('textbox', { name: 'ID', exact: true }).fill('mina');
  await page.getByLabelText('Password', { exact: true }).fill('s3cret');
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  await button.click();
  await expect.element(page.getByText(/Try again in \d{4} seconds/u)).toBeVisible();
  await expect.element(button).toBeDisabled();
  passSeconds(WAIT_S / 2);
  await expect.element(page.getByText(/Try again in 1\d{3} seconds/u)).toBeVisible();
  passSeconds(WAIT_S / 2);
  await expect.element(button).toBeEnabled();
  expect(page.getByRole('alert').elements()).toHaveLength(0);
});
