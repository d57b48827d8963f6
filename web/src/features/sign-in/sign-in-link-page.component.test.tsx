import type { Profile } from '@vigil/shared/contract/http/profile';
import type { LoginResult } from '@vigil/shared/contract/http/sign-in';
import { readProfile, postAccess, readUserOfSignInLink, signIn } from '@vigil/shared/contract/routes/accounts';
import { Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiProblem } from '../../lib/api-problem.ts';
import type { Api } from '../../lib/api.ts';
import { storageKey } from '../../lib/local-storage-keys.ts';
import { render } from '../../testing/render.tsx';
import { administrator, sampleProfile } from '../../testing/sample-profile.ts';
import { SignInLinkPage } from './sign-in-link-page.tsx';

const clearStorage = () => {
  window.localStorage.clear();
  window.sessionStorage.clear();
};
beforeEach(clearStorage);
afterEach(clearStorage);

const KEY = '0123456789abcdef';
const signedIn: LoginResult = {
  step1: 'success',
  step2: 'success',
  step3: 'success',
  failure_limit: 0,
  current_failure: 0,
  self_unlock: 0,
  email: '',
  mail: sampleProfile.mgrid,
  token: 'of the link',
  qrCodeFlag: false,
  profile: sampleProfile,
};
const gone = new ApiProblem(422, { code: 'link_invalid', message: 'gone' });

interface World {
  /** Answers of `POST /login`, one a call. */
  answers?: (Partial<LoginResult> | Error)[];
  link?: Error;
  present?: Profile;
  redirect?: string;
}

async function open({ answers = [], link, present, redirect }: World = {}) {
  const sent: unknown[] = [];
  const signedOut: unknown[] = [];
  const call = async ({ method, path }: { method: string; path: string }, { body }: { body?: unknown } = {}) => {
    if (path === readUserOfSignInLink.path) {
      if (link) throw link;
      return { objects: { mgrid: sampleProfile.mgrid, name: sampleProfile.name } };
    }
    if (path === readProfile.path) return { objects: [present] };
    if (path === postAccess.path) return { objects: {} };
    expect([method, path]).toEqual([signIn.method, signIn.path]);
    sent.push(body);
    const answer = answers[sent.length - 1];
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('one call too many');
    return { objects: { ...signedIn, ...answer } };
  };
  if (present) window.localStorage.setItem(storageKey.token, JSON.stringify('of before'));
  const query = new URLSearchParams({ token: KEY, ...(redirect === undefined ? {} : { redirect }) });
  await render(
    <Routes>
      <Route path="access/auth_token" element={<SignInLinkPage />} />
      <Route path="*" element={<Where />} />
    </Routes>,
    {
      at: `/access/auth_token?${query.toString()}`,
      api: { call: call as unknown as Api['call'] },
      signOut: (reason) => signedOut.push(reason),
    },
  );
  return { sent, signedOut };
}

function Where() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

const where = page.getByRole('status');
const title = page.getByRole('heading', { level: 1 });
const confirm = page.getByRole('button', { name: 'Sign in as Min Seo' });

test('a link says whom it signs in, is used up by a click only, and leads to all devices', async () => {
  const { sent } = await open({ answers: [{}] });
  await expect.element(title).toHaveTextContent('Sign in as Min Seo?');
  await expect.element(page.getByText('ID: min@vigil.test')).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.click(confirm);
  await expect.element(where).toHaveTextContent('/en/device/all');
  expect(sent).toEqual([{ type: 'LINK', key: KEY }]);
  expect(window.localStorage.getItem(storageKey.token)).toContain('of the link');
});

test.each([
  ['an administrator to the licence', administrator, undefined, '/en/management/license'],
  ['to the page that it names', administrator, '/en/device/7?x=1', '/en/device/7?x=1'],
  ['to no other site', {}, '//elsewhere.example/', '/en/device/all'],
  ['nor by a backslash', {}, '/\\elsewhere.example/', '/en/device/all'],
  ['nor by a full address', {}, 'https://elsewhere.example/en/', '/en/device/all'],
] as const)('a link leads %s', async (_, user, redirect, goal) => {
  const profile = { ...sampleProfile, ...user };
  await open({ answers: [{ profile }], ...(redirect === undefined ? {} : { redirect }) });
  await userEvent.click(confirm);
  await expect.element(where).toHaveTextContent(goal);
});

test('over the session of another user it says who is signed in, and ends that session', async () => {
  const present = { ...sampleProfile, mgrid: 'kim@vigil.test', name: 'Kim' };
  const { signedOut } = await open({ answers: [{}], present });
  await expect.element(page.getByText(/You are signed in as Kim \(ID: kim@vigil\.test\)/u)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Stay signed in as Kim' })).toBeVisible();
  expect(signedOut).toEqual([]);
  await userEvent.click(confirm);
  await expect.element(where).toHaveTextContent('/en/device/all');
  expect(signedOut).toEqual([null]);
});

test('who stays signed in uses no link', async () => {
  const { sent, signedOut } = await open({ present: { ...sampleProfile, mgrid: 'kim@vigil.test', name: 'Kim' } });
  await userEvent.click(page.getByRole('link', { name: 'Stay signed in as Kim' }));
  await expect.element(where).toHaveTextContent('/en/device/all');
  expect([sent, signedOut]).toEqual([[], []]);
});

test('who is signed in already goes on without using the link', async () => {
  const { sent } = await open({ present: sampleProfile, redirect: '/en/device/7' });
  await expect.element(title).toHaveTextContent('You are already signed in as Min Seo');
  await userEvent.click(page.getByRole('link', { name: 'Continue' }));
  await expect.element(where).toHaveTextContent('/en/device/7');
  expect(sent).toEqual([]);
});

test('the one-time code is asked on the page', async () => {
  const half = { step3: 'wait', token: 'half', profile: undefined } as const;
  const { sent } = await open({ answers: [half, {}] });
  await userEvent.click(confirm);
  await userEvent.fill(page.getByRole('textbox', { name: 'One-time code' }), '123456');
  await expect.element(where).toHaveTextContent('/en/device/all');
  expect(sent.at(-1)).toEqual({ type: '3STEP', code: '123456', auto_login: 0 });
});

test.each([
  ['when it is opened', { link: gone }],
  ['when it is used', { answers: [gone] }],
])('a link that is no longer valid %s says so, with the way to sign in', async (_, world) => {
  await open(world);
  if ('answers' in world) await userEvent.click(confirm);
  await expect.element(title).toHaveTextContent('This link is no longer valid');
  await userEvent.click(page.getByRole('link', { name: 'Go to sign-in' }));
  await expect.element(where).toHaveTextContent('/en/');
});

test('a refusal is told as that of a password is', async () => {
  await open({ answers: [{ step1: 'fail', cause: { inactive: true }, token: '' }] });
  await userEvent.click(confirm);
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('This account is deactivated. Please contact the person in charge.');
});
