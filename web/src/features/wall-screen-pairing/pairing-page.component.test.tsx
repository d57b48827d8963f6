import { readProfile } from '@vigil/shared/contract/routes/accounts';
import { pairBrowser } from '@vigil/shared/contract/routes/wall';
import { useSetAtom } from 'jotai';
import { useEffect, type ReactNode } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { unpairReasonAtom } from '../../entities/session/session.ts';
import { ApiProblem } from '../../lib/api-problem.ts';
import type { Api, CallOptions } from '../../lib/api.ts';
import { render } from '../../testing/render.tsx';
import { sampleProfile } from '../../testing/sample-profile.ts';
import { ScreenPairingPage } from './pairing-page.tsx';

afterEach(() => window.localStorage.clear());

function Address() {
  return <output aria-label="address">{useLocation().pathname}</output>;
}

function WithEnd({ reason, children }: { reason: string | null; children: ReactNode }) {
  const setEnd = useSetAtom(unpairReasonAtom);
  useEffect(() => setEnd(reason), [reason, setEnd]);
  return children;
}

async function open(reason: string | null = null) {
  const calls: (string | undefined)[] = [];
  const call = (async (endpoint: object, input: { body?: { code: string } }, options: CallOptions = {}) => {
    calls.push(options.token);
    if (endpoint === readProfile) return { objects: [{ ...sampleProfile, is_screen: true }] };
    if (endpoint === pairBrowser && input.body?.code === '123456') return { objects: { name: 'Lobby' } };
    throw new ApiProblem(422, { code: 'screen_code_invalid', message: 'The code is not valid.', field: 'body.code' });
  }) as unknown as Api['call'];
  await render(
    <WithEnd reason={reason}>
      <Routes>
        <Route path="screen" element={<ScreenPairingPage />} />
        <Route path="*" element={<Address />} />
      </Routes>
    </WithEnd>,
    { at: '/screen', api: { call } },
  );
  return calls;
}

const field = page.getByLabelText('Code of six digits');

test('six digits, typed without a click, lead to the wall, and only cookies carry the session', async () => {
  const calls = await open();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('123 456');
  await expect.element(page.getByLabelText('address')).toHaveTextContent('/en/wall');
  expect(calls).toEqual(['cookie', 'cookie']);
});

test('a code that is not valid is said in words, and the field is empty for the next one', async () => {
  await open();
  await userEvent.keyboard('000000');
  await expect.element(page.getByText('The code is not valid.')).toBeVisible();
  await expect.element(field).toHaveValue('');
  await field.fill('123456');
  await expect.element(page.getByLabelText('address')).toHaveTextContent('/en/wall');
});

test.each([
  ['deactivated', 'An administrator has removed this screen.'],
  ['replaced', 'Another browser is this screen now.'],
  ['policy', 'The IP rules of the company do not admit this screen.'],
  ['expired', 'This screen has to be connected again.'],
])('a browser that is no screen any more (%s) says so, and takes another code', async (reason, text) => {
  await open(reason);
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(field).toBeVisible();
});
