import type { IpPolicy } from '@vigil/shared/contract/http/ip-policy';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { IpPolicyPage } from './ip-policy-page.tsx';

const policy: IpPolicy = {
  policy_use: 1,
  block: 1,
  external: 1,
  list: [],
  rule_count: 3,
  my_ip: '192.0.2.1',
  own: { address: '192.0.2.1', denial: null, rule: null },
  checked: null,
  map: { rows: [], more: 0 },
};

test('a failed read can be repeated, and a search that finds no rule be cleared', async () => {
  let answer = Promise.withResolvers<never>();
  await render(<IpPolicyPage />, {
    at: '/blocking?value=198.51.100.1',
    profile: administrator,
    api: { call: () => answer.promise },
  });
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  answer.reject(new Error('broken'));
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  answer = Promise.withResolvers();
  await page.getByRole('button', { name: 'Try again' }).click();
  answer.resolve({ objects: [policy], meta: { total_count: 0 } } as never);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.element(page.getByText('There are no addresses yet')).toBeVisible();
});

test('an address beyond the last page shows the last one', async () => {
  const call = vi.fn<(...call: readonly unknown[]) => Promise<unknown>>(async () => ({
    objects: [policy],
    meta: { total_count: 3 },
  }));
  await render(<IpPolicyPage />, {
    at: '/blocking?page=9',
    profile: administrator,
    api: { call: call as never },
  });
  const asked = (offset: number) => [expect.anything(), { query: expect.objectContaining({ offset }) }];
  await expect.poll(() => call.mock.calls).toEqual([asked(80), asked(0)]);
});
