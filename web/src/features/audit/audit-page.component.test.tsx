import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { administrator } from '../../testing/sample-profile.ts';
import { render } from '../../testing/render.tsx';
import { AuditPage } from './audit-page.tsx';

test('the list is loading until it is read, and can be read again after a failure', async () => {
  let answer = Promise.withResolvers<never>();
  await render(<AuditPage />, { profile: administrator, api: { call: () => answer.promise } });
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  answer.reject(new Error('broken'));
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  answer = Promise.withResolvers();
  await page.getByRole('button', { name: 'Try again' }).click();
  answer.resolve({ objects: [], meta: { total_count: 0, next: null } } as never);
  await expect.element(page.getByText('Nothing was recorded yet')).toBeVisible();
});
