import { previewThreshold } from '@vigil/shared/contract/routes/alerts';
import { listGroups, updateGroup } from '@vigil/shared/contract/routes/people';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sampleGroup } from '../../entities/group/sample-group.test-support.ts';
import type { Api } from '../../lib/api.ts';
import { fakeDevice } from '../../live/fake-device.test-support.ts';
import { createFleetStore } from '../../live/fleet-store.ts';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { sampleGroupDetail } from './group.test-support.ts';
import { Thresholds } from './thresholds.tsx';

interface Asked {
  params?: { pk: string };
  query?: { alert_code: string; limit: string };
}

/**
 * The thresholds of a group of two devices, of which one is at 94 %.
 * @param weeks devices of the week before, by code; none for others
 */
async function open(weeks: Readonly<Record<string, number | null>>) {
  const store = createFleetStore({ onGap: () => undefined, schedule: (flush) => flush() });
  const usual = {
    dev_os_id: 1 as const,
    approval: 1 as const,
    alive: 1 as const,
    device_group_fk: sampleGroupDetail.pk,
  };
  store.replace([fakeDevice(1, { ...usual, cpu_usage: 94 }), fakeDevice(2, { ...usual, cpu_usage: 10 })], 0);
  const previews: Asked[] = [];
  const stored: object[] = [];
  const call = (async (endpoint: object, input: Asked = {}) => {
    if (endpoint === listGroups) return { objects: [sampleGroup(7, { name: 'Lobby' })], meta: {} };
    if (endpoint === updateGroup) stored.push(input);
    if (endpoint !== previewThreshold) return { objects: [], meta: {} };
    previews.push(input);
    const code = input.query?.alert_code ?? '';
    return { objects: [{ week_count: code in weeks ? weeks[code] : 0 }], meta: {} };
  }) as unknown as Api['call'];
  await render(<Thresholds group={sampleGroupDetail} />, {
    api: { call },
    profile: administrator,
    fleet: { store },
  });
  return { previews, stored };
}

const field = page.getByRole('textbox', { name: 'CPU usage' });

test('a typed threshold says how many devices it would alert now, and would have alerted in a week, before it is stored', async () => {
  const { previews, stored } = await open({ IW2: 3, IL2: 2 });
  await field.fill('90');
  await expect.element(page.getByText('Would alert 1 device now · 5 in the last 7 days')).toBeVisible();
  expect(previews.map(({ params, query }) => [params?.pk, query?.limit])).toEqual(previews.map(() => ['7', '90']));
  expect(stored).toEqual([]);
});

test('where the week is not known, only what it would alert now is said', async () => {
  const { previews } = await open({ IW2: null });
  await field.fill('95');
  await expect.poll(() => previews.length).toBe(5);
  await expect.element(page.getByText('Would alert 0 devices now')).toBeVisible();
});
