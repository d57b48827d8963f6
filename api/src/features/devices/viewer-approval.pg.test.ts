import { DeviceRowsByColumn } from '@vigil/shared/contract/device-columns';
import {
  listDevices,
  readDevice,
  readDeviceListSnapshot,
  readFleetSummary,
  updateDevice,
} from '@vigil/shared/contract/http/devices';
import { approvals } from '@vigil/shared/platform/db/schema/approvals';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { addDevices, addMember } from '../../testing/world.ts';

const test = apiTest();
const MINUTE_MS = 60_000;

test('a user whom windows bind sees a device as approved within them; others as it is stored', async ({
  api,
  company,
}) => {
  const [open, closed, waiting] = [
    ...(await addDevices(api, { company }, 2)),
    ...(await addDevices(api, { company }, 1, { approval: 0 })),
  ].map(({ pk }) => pk);
  const rights = { groups: [company.home], authRemotecontrol: 1, authVal: 7 } as const;
  const bound = await addMember(api, company, { ...rights, useApproval: 1 });
  const free = await addMember(api, company, rights);
  await api.deps.database.asSystem((tx) =>
    tx.insert(approvals).values(
      [open!, waiting!].map((deviceFk) => ({
        companyFk: company.pk,
        deviceFk,
        deviceAlias: 'device',
        requesterFk: bound.pk,
        requesterId: bound.id,
        startTime: new Date(Date.now() - MINUTE_MS),
        endTime: new Date(Date.now() + MINUTE_MS),
        approvalReason: 'work',
        approveState: 2 as const,
      })),
    ),
  );
  const everywhere = async (token: string) => {
    const list = await api.call(token, listDevices, { query: { search_mode: 'all' } });
    const snapshot = await api.call(token, readDeviceListSnapshot);
    const one = async (pk: number) =>
      (await api.call(token, readDevice, { params: { pk: String(pk) } })).objects[0]!.approval;
    const columns = await api.app.inject({
      url: '/lmm/api/v1.0/devices?search_mode=all&format=columns',
      headers: { token },
    });
    const { pk, approval } = DeviceRowsByColumn.parse(columns.json<{ objects: unknown }>().objects);
    const byPk = (rows: readonly { pk: number; approval: number }[]) =>
      [open, closed, waiting].map((wanted) => rows.find((row) => row.pk === wanted)?.approval);
    const readings = [
      byPk(list.objects),
      byPk(snapshot.objects),
      await Promise.all([open!, closed!, waiting!].map(one)),
      byPk(pk.map((at, i) => ({ pk: at, approval: approval[i]! }))),
    ];
    const counted = (await api.call(token, readFleetSummary)).objects[0]!.waiting_approval;
    return { readings, counted };
  };
  const each = (values: number[]) => Array.from({ length: 4 }, () => values);
  const stored = { readings: each([1, 1, 0]), counted: 1 };
  expect(await everywhere(company.admin)).toEqual(stored);
  expect(await everywhere(free.token)).toEqual(stored);
  expect(await everywhere(bound.token)).toEqual({ readings: each([1, 0, 0]), counted: 2 });
  // The answer to a change shows it, too.
  const body = { memo: 'note' };
  const changed = await api.call(bound.token, updateDevice, { params: { pk: String(closed) }, body });
  expect(changed.objects[0]).toMatchObject({ memo: 'note', approval: 0 });
  api.advance(2 * MINUTE_MS);
  expect(await everywhere(bound.token)).toEqual({ readings: each([0, 0, 0]), counted: 3 });
  api.advance(-2 * MINUTE_MS);
});
