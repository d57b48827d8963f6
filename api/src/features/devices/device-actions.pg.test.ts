import type { AnyEndpoint } from '@vigil/shared/contract/endpoint';
import { issueCommand, RequestableCommandType } from '@vigil/shared/contract/http/commands';
import { resolveClone } from '@vigil/shared/contract/http/device-clone';
import {
  changeDeviceApproval,
  deleteDevice,
  moveDevices,
  readDevice,
  updateDevice,
} from '@vigil/shared/contract/http/devices';
import { addFavourite } from '@vigil/shared/contract/http/favourites';
import { createRemoteSessionByGet } from '@vigil/shared/contract/http/remote-sessions';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { obstacleTo, type DeviceAction } from '@vigil/shared/domain/device-actions';
import { approvals } from '@vigil/shared/platform/db/schema/approvals';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { readRightsWithLicence } from '../../access/rights.ts';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import {
  addDevices,
  addGroup,
  addMember,
  connectDevices,
  type TestCompany,
  type TestDevice,
} from '../../testing/world.ts';

const test = apiTest();
const HOUR_MS = 3_600_000;

/** No release was published. */
const agent = { cs_ver: '1.0.0', latest_ver: null } as const;
const states = {
  online: { isOnline: true, isApproved: true, ...agent },
  offline: { isOnline: false, isApproved: true, ...agent },
  waiting: { isOnline: true, isApproved: false, ...agent },
  waiting_offline: { isOnline: false, isApproved: false, ...agent },
} as const;
type State = keyof typeof states;

interface Target {
  readonly device: TestDevice;
  readonly elsewhere: GroupPk;
  /** The device that another one is merged into. */
  readonly successor: DevicePk;
}
type Answer = Awaited<ReturnType<TestApi['call']>>;
type Call = (api: TestApi, token: string, target: Target) => Promise<Answer>;

const call =
  (endpoint: AnyEndpoint, parts: (target: Target) => Parameters<TestApi['call']>[2]): Call =>
  (api, token, target) =>
    api.call(token, endpoint, parts(target));
const byPk = ({ device }: Target) => ({ pk: String(device.pk) });

/**
 * The call that each action makes. Pictures and the map are no calls of their own; a rejection is a deletion; a split
 * needs a second hardware.
 */
const calls: { readonly [A in DeviceAction]?: Call } = {
  detail: call(readDevice, (target) => ({ params: byPk(target) })),
  favourite: call(addFavourite, ({ device }) => ({ body: { servernum: device.pk } })),
  approve: call(changeDeviceApproval, (target) => ({ params: byPk(target), body: { approval: 1 } })),
  remote: call(createRemoteSessionByGet, ({ device }) => ({ query: { device_pk: device.pk, type: 'rc' } })),
  view: call(createRemoteSessionByGet, ({ device }) => ({ query: { device_pk: device.pk, type: 'rv' } })),
  transfer: call(createRemoteSessionByGet, ({ device }) => ({ query: { device_pk: device.pk, type: 'ft' } })),
  edit: call(updateDevice, (target) => ({ params: byPk(target), body: { alias: 'Renamed' } })),
  config: call(updateDevice, (target) => ({ params: byPk(target), body: { app_config_fk: null } })),
  move: call(moveDevices, ({ device, elsewhere }) => ({
    body: { device_pk: device.pk, new_device_group_fk: elsewhere },
  })),
  merge: call(resolveClone, (target) => ({
    params: byPk(target),
    body: { action: 'merge', into: target.successor },
  })),
  dismiss: call(resolveClone, (target) => ({ params: byPk(target), body: { action: 'dismiss' } })),
  reject: call(deleteDevice, (target) => ({ params: byPk(target) })),
  delete: call(deleteDevice, (target) => ({ params: byPk(target) })),
  ...Object.fromEntries(
    RequestableCommandType.options
      .filter((type) => type !== 'delete')
      .map((type) => [
        type,
        call(issueCommand, ({ device }) => ({
          params: { guid: device.guid },
          body: { type, pid: 4242, process_name: 'editor' },
        })),
      ]),
  ),
};

/** One network of desktops: without one that is online, no device wakes a sleeping one. */
const NETWORK = { publicIp: '192.0.2.1', gateway: '10.0.0.1', macAddr: '02:00:00:00:00:01', osId: 1 } as const;

async function addTarget(api: TestApi, company: TestCompany, state: State): Promise<TestDevice> {
  const { isOnline, isApproved } = states[state];
  const [device] = await addDevices(api, { company }, 1, { ...NETWORK, approval: isApproved ? 1 : 0 });
  if (isOnline) await connectDevices(api, company, [device!.pk]);
  return device!;
}

const rights = {
  authVal: 15,
  authRemotecontrol: 1,
  authRemoteview: 1,
  authFilemanager: 1,
  authUpdate: 1,
  authRestart: 1,
  authThumbnailview: 1,
} as const;

test('the API refuses exactly what the table of actions refuses, for the same reason', async ({ api, company }) => {
  const groups = [company.home];
  const elsewhere = await addGroup(api, company, 'Elsewhere');
  const members = [
    await addMember(api, company, { groups }),
    await addMember(api, company, { groups, authRemoteview: 1 }),
    await addMember(api, company, { groups, ...rights, authRemoteview: 0 }),
    await addMember(api, company, { groups, ...rights }),
    await addMember(api, company, { groups, ...rights, useApproval: 1 }),
  ];
  const people = [{ id: company.adminId, token: company.admin }, ...members];
  const { pk: successor } = await addTarget(api, company, 'online');
  for (const { id, token } of people) {
    const viewer = await api.deps.database.asSystem(async (tx) => {
      const [user] = await tx.select().from(users).where(eq(users.mgrid, id));
      return { ...(await readRightsWithLicence(tx, user!)), isGuest: false };
    });
    const outside = viewer.usesApproval;
    for (const [state, known] of Object.entries(states)) {
      let target: TestDevice | undefined;
      for (const [action, run] of Object.entries(calls) as [DeviceAction, Call][]) {
        const isDeletion = action === 'delete' || action === 'reject';
        // What a deletion is follows from the device.
        if (isDeletion && (action === 'delete') !== known.isApproved) continue;
        // A user who needs windows requests access instead, by another call.
        if (action === 'approve' && outside) continue;
        const device = (target ??= await addTarget(api, company, state as State));
        const seen = outside && !isDeletion ? { ...known, isApproved: false } : known;
        const obstacle = obstacleTo(action, viewer, isDeletion && outside ? { ...known, isApproved: false } : seen);
        const { error } = await run(api, token, { device, elsewhere, successor });
        // What is refused leaves the device as it was.
        if (!error) target = undefined;
        const expected =
          obstacle === null
            ? undefined
            : obstacle.kind === 'state'
              ? { code: obstacle.code }
              : { code: 'not_allowed', ...obstacle.denial };
        const told = error && { code: error.code, reason: error.reason, detail: error.detail };
        expect({ id, state, action, told }).toMatchObject({ id, state, action, told: expected });
      }
    }
  }
});

test('within a window its user may do what the rights allow; outside nothing with the device itself', async ({
  api,
  company,
}) => {
  const bound = await addMember(api, company, { groups: [company.home], ...rights, useApproval: 1 });
  const device = await addTarget(api, company, 'online');
  const refresh = () =>
    api.call(bound.token, issueCommand, { params: { guid: device.guid }, body: { type: 'information' } });
  const remove = () => api.call(bound.token, deleteDevice, { params: { pk: String(device.pk) } });
  expect((await refresh()).error).toMatchObject({ code: 'out_of_window', reason: 'window' });
  expect((await remove()).error?.code).toBe('out_of_window');
  await api.deps.database.asSystem((tx) =>
    tx.insert(approvals).values({
      companyFk: company.pk,
      deviceFk: device.pk,
      deviceAlias: device.alias,
      requesterFk: bound.pk,
      requesterId: bound.id,
      startTime: new Date(Date.now() - HOUR_MS),
      endTime: new Date(Date.now() + HOUR_MS),
      approvalReason: 'work',
      approveState: 2,
    }),
  );
  expect((await refresh()).status).toBe(200);
  expect((await remove()).status).toBe(200);
});
