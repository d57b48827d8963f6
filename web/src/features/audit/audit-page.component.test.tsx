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

test('the subject of the address is asked for, until the filters are cleared', async () => {
  const asked: unknown[] = [];
  const call = (_endpoint: unknown, { query }: { query: { subject_kind?: string; subject_pk?: number } }) => {
    asked.push([query.subject_kind, query.subject_pk]);
    return Promise.resolve({ objects: [], meta: { total_count: 0, next: null } } as never);
  };
  const at = '/management/audit?subject_kind=group&subject_pk=7';
  await render(<AuditPage />, { profile: administrator, at, api: { call: call as never } });
  await expect.element(page.getByRole('combobox', { name: 'Subject' })).toHaveValue('One group');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.element(page.getByText('Nothing was recorded yet')).toBeVisible();
  expect(asked[0]).toEqual(['group', 7]);
  await expect.poll(() => asked.at(-1)).toEqual([undefined, undefined]);
});
