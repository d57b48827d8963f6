import { keepCompany } from '@vigil/shared/contract/routes/company';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Api } from '../../lib/api.ts';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { CompanyDeletionStrip } from './company-deletion-strip.tsx';

const deletion = { company_deletes_at: '2026-12-28T01:30:00.000Z' };

test('administrators are told when the account will be deleted, and keep it', async () => {
  let kept = 0;
  const call = (async (endpoint: object) => {
    if (endpoint === keepCompany) kept += 1;
    return { objects: [], meta: {} };
  }) as unknown as Api['call'];
  await render(<CompanyDeletionStrip />, { profile: { ...administrator, ...deletion }, api: { call } });
  await expect.element(page.getByRole('alert')).toMatchTextContent(/2026\/12\/28 10:30/u);
  await page.getByRole('button', { name: 'Keep the account' }).click();
  await expect.poll(() => kept).toBe(1);
});

test.for([
  ['other users', deletion],
  ['administrators without a deletion', { ...administrator, company_deletes_at: null }],
] as const)('%s see no strip', async ([, profile]) => {
  await render(
    <>
      <CompanyDeletionStrip />
      <p>Page</p>
    </>,
    { profile },
  );
  await expect.element(page.getByText('Page')).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
});
