import { Notifications } from '@mantine/notifications';
import { ADMINISTRATOR_TYPE } from '@vigil/shared/domain/member-types';
import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { settingsAtom } from '../../entities/session/settings.ts';
import { render } from '../../testing/render.tsx';
import { sampleProfile } from '../../testing/sample-profile.ts';
import { DevicesOverLicencePage } from './licence-gate.tsx';

function Gate({ standalone }: { standalone: boolean }) {
  const set = useSetAtom(settingsAtom);
  useEffect(() => set((settings) => ({ ...settings, standalone })), [set, standalone]);
  return <DevicesOverLicencePage />;
}

test.for([
  [false, 1],
  [true, 0],
] as const)(
  'the gate offers renewal, but not in the standalone edition (standalone: %s)',
  async ([standalone, count]) => {
    const license = { ...sampleProfile.license, devices: 12, gate: 1 } as const;
    const call = (async () => ({ objects: [], meta: { total_count: 0 } })) as never;
    await render(<Gate standalone={standalone} />, { profile: { type: ADMINISTRATOR_TYPE, license }, api: { call } });
    await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
    expect(page.getByRole('link', { name: 'Renew licence' }).elements()).toHaveLength(count);
  },
);

test('devices are deleted once some are selected', async () => {
  const license = { ...sampleProfile.license, devices: 11, gate: 1 } as const;
  const row = { pk: 3, alias: 'TILL-3', dev_os_id: 1, device_group_name: 'ROOT', alive: 1, last_conn: null };
  const objects = [{ ...row, enrolled_at: '2026-01-01T00:00:00.000Z' }];
  const call = (async () => ({ objects, meta: { total_count: 1 } })) as never;
  await render(
    <>
      <Gate standalone={false} />
      <Notifications />
    </>,
    { profile: { type: ADMINISTRATOR_TYPE, license }, api: { call } },
  );
  await userEvent.click(page.getByRole('button', { name: 'Delete 0' }));
  await expect.element(page.getByText('No devices are selected. Select some first.')).toBeVisible();
});
