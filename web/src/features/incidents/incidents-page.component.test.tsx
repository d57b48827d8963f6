import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { apiProblemOf } from '../../lib/api-problem.ts';
import { render } from '../../testing/render.tsx';
import { IncidentDetail } from './incident-detail.tsx';
import { IncidentsPage } from './incidents-page.tsx';

test('the list is loading until it is read, and can be read again after a failure', async () => {
  let answer = Promise.withResolvers<never>();
  await render(<IncidentsPage />, { api: { call: () => answer.promise } });
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  answer.reject(new Error('broken'));
  answer = Promise.withResolvers();
  await page.getByRole('button', { name: 'Try again' }).click();
  answer.resolve({ objects: [], meta: { total_count: 0, open_count: 0, has_thresholds: true } } as never);
  await expect.element(page.getByText('No incidents')).toBeVisible();
});

test('an address beyond the last page shows the last one', async () => {
  const call = vi.fn<(...call: readonly unknown[]) => Promise<unknown>>(async () => ({
    objects: [],
    meta: { total_count: 21, open_count: 21 },
  }));
  await render(<IncidentsPage />, { at: '/incidents?page=9', api: { call: call as never } });
  const asked = (offset: number) => [expect.anything(), { query: { state: 'open', limit: 20, offset, order: 'desc' } }];
  await expect.poll(() => call.mock.calls).toEqual([asked(160), asked(20)]);
});

test('an address that names no incident says so, with a way back', async () => {
  const call = (async () => {
    throw apiProblemOf('not_found', 'en');
  }) as never;
  await render(<IncidentDetail pk="9999" />, { api: { call } });
  await expect.element(page.getByText('Incident not found')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'All incidents' })).toHaveAttribute('href', '/en/incidents');
});
