import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ApiProblem } from '../../lib/api-problem.ts';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { FunctionSettingsPage } from './function-settings-page.tsx';

test('a company to which the operator does not offer the settings is told so', async () => {
  const refused = new ApiProblem(403, { code: 'not_allowed', message: 'no', reason: 'policy' });
  await render(<FunctionSettingsPage />, { profile: administrator, api: { call: () => Promise.reject(refused) } });
  await expect.element(page.getByText(/switched off for your company/u)).toBeVisible();
  expect(page.getByRole('button', { name: 'Try again' }).elements()).toHaveLength(0);
});
