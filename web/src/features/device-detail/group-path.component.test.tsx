import type { Group } from '@vigil/shared/contract/group';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { listGroups } from '@vigil/shared/contract/routes/people';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Api } from '../../lib/api.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { render } from '../../testing/render.tsx';
import { GroupPath } from './group-path.tsx';

const group = (pk: number, name: string, parent: number | null) =>
  ({ pk: pk as GroupPk, name, group_fk: parent as GroupPk | null, flag_df_group: 0 }) as Group;
const groups = [group(3, 'Seoul', null), group(4, 'Floor 2', 3)];
const device = { alias: 'Door', device_group_fk: 4, dev_os_id: 2, user_os_str: '' } as FleetDevice;

test('the way back to a list keeps its filters, and nothing of the opened device', async () => {
  const call = async ({ path }: { path: string }) => {
    expect(path).toBe(listGroups.path);
    return { objects: groups, meta: { total_count: 2 } };
  };
  await render(
    <Routes>
      <Route path="device/:groupPk/*" element={<GroupPath device={device} />} />
    </Routes>,
    { at: '/device/all/7?name=door&state=online&tab=usage', api: { call: call as unknown as Api['call'] } },
  );
  const links = page.getByRole('link');
  await expect.element(page.getByRole('link', { name: 'Floor 2' })).toBeVisible();
  expect(links.elements().map((link) => link.getAttribute('href'))).toEqual([
    '/en/device/all?name=door&state=online',
    '/en/device/3?name=door&state=online',
    '/en/device/4?name=door&state=online',
  ]);
});
