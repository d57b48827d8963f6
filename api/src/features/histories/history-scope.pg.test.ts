import { readDashboard } from '@vigil/shared/contract/http/dashboard';
import { deleteDevice, moveDevices } from '@vigil/shared/contract/http/devices';
import { listAlertHistory, listFileHistory, listRemoteHistory } from '@vigil/shared/contract/http/histories';
import {
  readAlertChart,
  readAlertRanking,
  readRemoteChart,
  readRemoteRanking,
} from '@vigil/shared/contract/http/statistics';
import type { GroupPk } from '@vigil/shared/contract/ids';
import fc from 'fast-check';
import { expect } from 'vitest';
import { runsOf } from '../../../../tests/support/scope.ts';
import { apiTest } from '../../testing/fixture.ts';
import { addToHistories } from '../../testing/history-rows.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addDevices, addGroup, addMember, type TestDevice, type TestUser } from '../../testing/world.ts';

const test = apiTest();

const REPORTS = 8;
const GROUPS = 3;
const DEVICES = 5;
const YEAR = 2026;
const range = { start_date: `${YEAR}-03-01`, end_date: `${YEAR}-03-31` };
const MIDDLE_MS = Date.UTC(YEAR, 2, 15);

const group = fc.nat({ max: GROUPS - 1 });
/** Where a device stands at first, and what becomes of it after its events. */
const placements = fc.array(
  fc.record({
    first: group,
    fate: fc.oneof(fc.constantFrom('stays', 'is deleted'), group),
  }),
  { minLength: DEVICES, maxLength: DEVICES },
);
/** By which of the readers, or by another user. */
const events = fc.array(fc.record({ device: fc.nat({ max: DEVICES - 1 }), by: fc.nat({ max: 3 }) }), { maxLength: 16 });
/** The groups that each of the readers sees. */
const sights = fc.array(fc.uniqueArray(group, { minLength: 1, maxLength: GROUPS }), { minLength: 3, maxLength: 3 });

type Placement = typeof placements extends fc.Arbitrary<readonly (infer T)[]> ? T : never;

/** Who sees what, written down once more: by the group in which a device is, or from which it was deleted. */
function rowsSeen(placed: readonly Placement[], { sight, reader }: { sight: readonly number[]; reader: number }) {
  const isSeen = (device: number) => {
    const { first, fate } = placed[device]!;
    return sight.includes(typeof fate === 'number' ? fate : first);
  };
  return {
    ofAlert: ({ device }: { device: number }) => isSeen(device),
    ofSession: ({ device, by }: { device: number; by: number }) =>
      isSeen(device) || (by === reader && placed[device]?.fate === 'is deleted'),
    devices: placed.filter(({ fate }, device) => fate !== 'is deleted' && isSeen(device)).length,
  };
}

type Happened = typeof events extends fc.Arbitrary<infer T> ? T : never;

interface History {
  readonly placed: readonly Placement[];
  readonly happened: Happened;
  readonly ofReaders: readonly (readonly number[])[];
}

/** A company in which all of it happened: first the events, then what becomes of the devices. */
async function createCompany(api: TestApi, { placed, happened, ofReaders }: History) {
  const company = await addCompany(api);
  const groups: GroupPk[] = [];
  for (let i = 0; i < GROUPS; i++) groups.push(await addGroup(api, company, `Group ${i}`));
  const readers: TestUser[] = [];
  for (const sight of ofReaders)
    readers.push(await addMember(api, company, { groups: sight.map((i) => groups[i]!), authVal: REPORTS }));
  const devices: TestDevice[] = [];
  for (const { first } of placed) devices.push(...(await addDevices(api, { company, group: groups[first]! }, 1)));
  const rows = happened.map(({ device, by }, i) => ({
    device: devices[device]!.pk,
    at: new Date(MIDDLE_MS + i * 60_000),
    name: String(i),
    ...(readers[by] && { user: readers[by].pk }),
  }));
  if (rows.length > 0) await api.deps.database.asSystem((tx) => addToHistories(tx, company.pk, rows));
  for (const [i, { fate }] of placed.entries()) {
    const { pk } = devices[i]!;
    if (fate === 'is deleted') await api.call(company.admin, deleteDevice, { params: { pk: String(pk) } });
    else if (typeof fate === 'number')
      await api.call(company.admin, moveDevices, { body: { device_pk: pk, new_device_group_fk: groups[fate]! } });
  }
  return { company, readers };
}

interface Counts {
  readonly sessions: number;
  readonly alerts: number;
  readonly devices: number;
}

async function expectCounts(api: TestApi, token: string, { sessions, alerts, devices }: Counts): Promise<void> {
  const totalOf = async (reading: Promise<{ meta: { total_count: number } }>) => (await reading).meta.total_count;
  const chart = { type: 'monthly', year: YEAR } as const;
  const totals = await Promise.all([
    totalOf(api.call(token, listRemoteHistory)),
    totalOf(api.call(token, listFileHistory)),
    totalOf(api.call(token, readRemoteChart, { query: chart })),
    totalOf(api.call(token, readRemoteRanking, { query: { type: 'device', ...range } })),
    totalOf(api.call(token, listAlertHistory)),
    totalOf(api.call(token, readAlertChart, { query: chart })),
    totalOf(api.call(token, readAlertRanking, { query: { type: 'device', ...range } })),
  ]);
  expect(totals).toEqual([sessions, sessions, sessions, sessions, alerts, alerts, alerts]);
  const [dashboard] = (await api.call(token, readDashboard)).objects;
  expect(dashboard?.devices.total).toBe(devices);
}

test('whatever became of devices, no history, chart, ranking or dashboard counts a row that its reader may not see', async ({
  api,
}) => {
  await fc.assert(
    fc.asyncProperty(placements, events, sights, async (placed, happened, ofReaders) => {
      const { company, readers } = await createCompany(api, { placed, happened, ofReaders });
      for (const [reader, { token }] of readers.entries()) {
        const seen = rowsSeen(placed, { sight: ofReaders[reader]!, reader });
        await expectCounts(api, token, {
          sessions: happened.filter(seen.ofSession).length,
          alerts: happened.filter(seen.ofAlert).length,
          devices: seen.devices,
        });
      }
      await expectCounts(api, company.admin, {
        sessions: happened.length,
        alerts: happened.length,
        devices: placed.filter(({ fate }) => fate !== 'is deleted').length,
      });
    }),
    { numRuns: runsOf({ usual: 2, all: 30 }) },
  );
});
