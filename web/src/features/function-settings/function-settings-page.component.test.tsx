import { readFunctionSettings } from '@vigil/shared/contract/routes/company';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiProblem } from '../../lib/api-problem.ts';
import { render } from '../../testing/render.tsx';
import { sampleFunctionSettings } from '../../testing/sample-function-settings.ts';
import { administrator } from '../../testing/sample-profile.ts';
import { FunctionSettingsPage } from './function-settings-page.tsx';

test('a company to which the operator does not offer the settings is told so', async () => {
  const refused = new ApiProblem(403, { code: 'not_allowed', message: 'no', reason: 'policy' });
  await render(<FunctionSettingsPage />, { profile: administrator, api: { call: () => Promise.reject(refused) } });
  await expect.element(page.getByText(/switched off for your company/u)).toBeVisible();
  expect(page.getByRole('button', { name: 'Try again' }).elements()).toHaveLength(0);
});

test('an icon beside the maximum age of passwords explains it, by the keyboard as well', async () => {
  const answer = { objects: [sampleFunctionSettings], meta: {} };
  const uncounted = Promise.withResolvers<never>();
  const call = (route: unknown) => (route === readFunctionSettings ? Promise.resolve(answer) : uncounted.promise);
  await render(<FunctionSettingsPage />, { profile: administrator, api: { call: call as never } });
  const text = page.getByRole('tooltip', { name: 'An older password has to be replaced at the next sign-in.' });
  const age = page.getByRole('textbox', { name: 'Maximum age of passwords' });
  await expect.element(age).toBeVisible();
  await expect.element(text).not.toBeInTheDocument();
  await age.click();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(page.getByRole('button', { name: 'Help: Maximum age of passwords' })).toHaveFocus();
  await expect.element(text).toBeVisible();
  await expect.element(page.getByText('0 to 365 days · 0 = never', { exact: true })).toBeVisible();
});
