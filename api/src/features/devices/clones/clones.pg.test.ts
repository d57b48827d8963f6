import { createHash } from 'node:crypto';
import { copiedDeviceKeyProofText } from '@vigil/shared/contract/agent-handshake';
import { HardwareId, type Hardware } from '@vigil/shared/contract/hardware';
import {
  createEnrolToken,
  enrolAgent,
  renewAgentCredential,
  enrolCopiedDevice,
} from '@vigil/shared/contract/http/agents';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { readCloneEvidence, resolveClone } from '@vigil/shared/contract/http/device-clone';
import { changeDeviceApproval, deleteDevice, listDevices } from '@vigil/shared/contract/http/devices';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { PROTOCOL_VERSION } from '@vigil/shared/contract/protocol-version';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { licences } from '@vigil/shared/platform/db/schema/companies';
import { deviceHardware, devices } from '@vigil/shared/platform/db/schema/devices';
import { parseKeyHolders } from '@vigil/shared/platform/fleet/change';
import { readFleetIndex, rebuildFleetIndex } from '@vigil/shared/platform/fleet/fleet-index';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { createAgentKey, type AgentKey } from '../../../../../tests/support/agent-key.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { apiTest } from '../../../testing/fixture.ts';
import type { TestApi } from '../../../testing/test-api.ts';
import {
  addCompany,
  addDevices,
  addGroup,
  addMember,
  type TestCompany,
  type TestDevice,
} from '../../../testing/world.ts';

const test = apiTest({ PUBLIC_URL: 'https://vigil.test/' });
let api: TestApi;
let company: TestCompany;
let floor: GroupPk;
const live: Record<string, unknown>[] = [];

test.beforeAll(({ api: started }) => void (api = started));
// All tests tell of the same hardware, by which the devices of a company are compared.
test.beforeEach(async () => {
  company = await addCompany(api, { devices: 40 });
  floor = await addGroup(api, company, 'Floor');
  const { redis, database } = api.deps;
  await rebuildFleetIndex(redis, database, company.pk);
  return redis.subscribe(busChannels.company(company.pk), (text) =>
    live.push(JSON.parse(text) as Record<string, unknown>),
  );
});

const system = <T>(work: Parameters<typeof api.deps.database.asSystem<T>>[0]) => api.deps.database.asSystem(work);
const hardwareOf = (name: string): Hardware => ({
  id: HardwareId.parse(createHash('sha256').update(name).digest('hex')),
  name,
  mac_addr: '02:00:00:00:00:02',
  s_pri_ip: '10.0.0.2',
  user_os_str: 'Debian 13',
});
const [first, second] = [hardwareOf('first'), hardwareOf('second')];
const params = ({ pk }: { pk: number }) => ({ params: { pk: String(pk) } });
const resolve = (device: { pk: number }, body: { action: 'split' | 'dismiss' } | { action: 'merge'; into: DevicePk }) =>
  api.call(company.admin, resolveClone, { ...params(device), body });
const indexed = async (pk: DevicePk) => (await readFleetIndex(api.deps.redis, company.pk))?.devices.get(pk);
const rowOf = async (pk: DevicePk) => (await system((tx) => tx.select().from(devices).where(eq(devices.pk, pk))))[0];
const auditsOf = async (pk: DevicePk, q: number) =>
  (await api.call(company.admin, listAudits, { query: { q } })).objects.filter((row) => row.device_pk === pk);

/** A device whose key was enrolled, and whose agent presents proofs. */
interface Enrolled extends TestDevice {
  readonly key: AgentKey;
  readonly credential: string;
}

async function enrol(): Promise<Enrolled> {
  const key = createAgentKey();
  const { objects: token } = await api.call(company.admin, createEnrolToken, { body: { group_pk: floor } });
  const { objects } = await api.call(null, enrolAgent, {
    body: {
      enrol_token: token.enrol_token,
      public_key: key.publicKey,
      name: 'Kiosk',
      dev_os_id: 2,
      mac_addr: '',
      user_os_str: '',
      agent_version: '1',
    },
  });
  return { pk: objects.device_pk, guid: objects.guid, alias: objects.alias, credential: objects.credential, key };
}

/** As workers record it: two computers used the key of the device. */
async function flagClone(pk: DevicePk, connectedLast: Hardware = first): Promise<void> {
  const at = new Date();
  await system(async (tx) => {
    await tx.update(devices).set({ possibleClone: 1, hardwareId: first.id }).where(eq(devices.pk, pk));
    const rows = [first, second].map(({ id, name, mac_addr, s_pri_ip, user_os_str }) => ({
      deviceFk: pk,
      companyFk: company.pk,
      hardwareId: id,
      name,
      macAddr: mac_addr,
      privateIp: s_pri_ip,
      publicIp: '192.0.2.1',
      osName: user_os_str,
      firstSeen: at,
      lastSeen: at,
      connectedAt: id === connectedLast.id ? at : null,
    }));
    await tx.insert(deviceHardware).values(rows);
  });
}

const replaceKey = (agent: Enrolled, next: AgentKey, hardware = second, more: object = {}) => {
  const { credential, ts, nonce, sig, agent_version } = agent.key.handshake(
    { ...agent, purpose: 'new-key' },
    { protocol: PROTOCOL_VERSION },
  );
  const body = {
    credential,
    ts,
    nonce,
    sig,
    agent_version,
    hardware,
    name: 'Copy',
    dev_os_id: 2 as const,
    user_os_str: 'Debian 13',
    mac_addr: '02:00:00:00:00:02',
    new_key: next.publicKey,
    new_sig: next.sign(copiedDeviceKeyProofText(agent.guid, ts, nonce)),
    ...more,
  };
  return api.call(null, enrolCopiedDevice, { body });
};
const renew = (agent: Enrolled, hardware: Hardware) =>
  api.call(null, renewAgentCredential, { body: agent.key.handshake(agent, { hardware }) });

test('a split bars the other hardware from the key; it becomes a device of its own in the same group, once', async () => {
  const agent = await enrol();
  expect((await resolve(agent, { action: 'split' })).error?.code).toBe('nothing_to_split');
  await flagClone(agent.pk);
  expect((await replaceKey(agent, createAgentKey())).error?.code).toBe('conflict');
  expect((await renew(agent, second)).status).toBe(200);

  const flagged = { search_key: 'possible_clone', search_value: '1', search_mode: 'all' } as const;
  const { objects: listed } = await api.call(company.admin, listDevices, { query: flagged });
  expect(listed.map(({ pk }) => pk)).toContain(agent.pk);

  const seen = (await api.call(company.admin, readCloneEvidence, params(agent))).objects;
  expect(seen).toMatchObject({ own: { name: 'first' }, others: [{ name: 'second', split_at: null, device: null }] });
  for (const _attempt of [1, 2])
    expect((await resolve(agent, { action: 'split' })).objects[0]).toMatchObject({ pk: agent.pk, possible_clone: 0 });
  expect(await auditsOf(agent.pk, 82)).toHaveLength(1);
  expect(parseKeyHolders((await indexed(agent.pk))?.keyHolders)).toEqual({ own: first.id, barred: [second.id] });
  await eventually(() =>
    expect(live).toContainEqual(
      expect.objectContaining({ t: 'device_changed', device_pk: agent.pk, patch: { possible_clone: 0 } }),
    ),
  );

  expect((await renew(agent, second)).error?.code).toBe('new_key_required');
  expect((await renew(agent, first)).status).toBe(200);
  expect((await replaceKey(agent, createAgentKey(), first)).error?.code).toBe('conflict');
  const next = createAgentKey();
  expect((await replaceKey(agent, next, second, { new_sig: 'x' })).error?.code).toBe('bad_signature');
  const answers = await Promise.all([1, 2, 3].map(() => replaceKey(agent, next)));
  const [{ objects: made }] = answers as [(typeof answers)[number]];
  expect(new Set(answers.map(({ objects }) => objects.device_pk)).size).toBe(1);
  expect(made).toMatchObject({ alias: 'Copy', approval: 0, gateway_url: 'https://vigil.test' });
  expect(made.device_pk).not.toBe(agent.pk);
  const row = await rowOf(made.device_pk);
  expect(row).toMatchObject({ groupFk: floor, approval: 0, possibleClone: 0, hardwareId: second.id });
  expect((await indexed(made.device_pk))?.group).toBe(floor);
  const after = (await api.call(company.admin, readCloneEvidence, params(agent))).objects;
  expect(after.others).toMatchObject([{ split_at: expect.any(String), device: { pk: made.device_pk } }]);

  // The same computer again, from the copied disk: a further device, which is told to be a possible clone of that one.
  const { objects: again } = await replaceKey(agent, createAgentKey());
  expect(await rowOf(again.device_pk)).toMatchObject({ possibleClone: 1 });
  expect(await rowOf(made.device_pk)).toMatchObject({ possibleClone: 1 });
  const likely = (await api.call(company.admin, readCloneEvidence, params({ pk: again.device_pk }))).objects.candidates;
  expect(likely.map(({ pk }) => pk)).toEqual([made.device_pk]);
});

test('the index that is built from the database says the same of keys as the one that follows changes', async () => {
  const agent = await enrol();
  await flagClone(agent.pk);
  await resolve(agent, { action: 'split' });
  const followed = (await indexed(agent.pk))?.keyHolders;
  await rebuildFleetIndex(api.deps.redis, api.deps.database, company.pk);
  expect((await indexed(agent.pk))?.keyHolders).toBe(followed);
  const others = await enrol();
  expect((await indexed(others.pk))?.keyHolders).toBeNull();
});

test('a split device needs a place in the licence', async () => {
  const agent = await enrol();
  await flagClone(agent.pk);
  await resolve(agent, { action: 'split' });
  const setVolume = (deviceVolume: number) =>
    system((tx) => tx.update(licences).set({ deviceVolume }).where(eq(licences.companyFk, company.pk)));
  await setVolume(1);
  const next = createAgentKey();
  try {
    expect((await replaceKey(agent, next)).error?.code).toBe('licence_volume_exceeded');
  } finally {
    await setVolume(40);
  }
  expect((await replaceKey(agent, next)).status).toBe(200);
});

test.each(['dismiss', 'approve'] as const)(
  'to %s takes the hardware that was connected last as that of the device, and the flag goes',
  async (how) => {
    const agent = await enrol();
    await flagClone(agent.pk, second);
    const clear = () =>
      how === 'dismiss'
        ? resolve(agent, { action: 'dismiss' })
        : api.call(company.admin, changeDeviceApproval, { ...params(agent), body: { approval: 1 } });
    for (const _attempt of [1, 2]) expect((await clear()).objects[0]).toMatchObject({ possible_clone: 0 });
    expect(await rowOf(agent.pk)).toMatchObject({ hardwareId: second.id, possibleClone: 0 });
    expect((await api.call(company.admin, readCloneEvidence, params(agent))).objects.others).toEqual([]);
    expect((await indexed(agent.pk))?.keyHolders).toBeNull();
    expect(await auditsOf(agent.pk, 82)).toHaveLength(how === 'dismiss' ? 1 : 0);
  },
);

test('what was split stays barred when a later flag is dismissed', async () => {
  const agent = await enrol();
  await flagClone(agent.pk);
  await resolve(agent, { action: 'split' });
  await system((tx) => tx.update(devices).set({ possibleClone: 1 }).where(eq(devices.pk, agent.pk)));
  await resolve(agent, { action: 'dismiss' });
  expect((await renew(agent, second)).error?.code).toBe('new_key_required');
  expect(parseKeyHolders((await indexed(agent.pk))?.keyHolders)).toEqual({ own: first.id, barred: [second.id] });
});

test('only administrators resolve a flag, of their own company', async () => {
  const [device] = (await addDevices(api, { company, group: floor }, 1)) as [TestDevice];
  const member = await addMember(api, company, { authVal: 15, groups: [floor] });
  const other = await addCompany(api);
  for (const action of ['split', 'dismiss'] as const) {
    const call = (token: string) => api.call(token, resolveClone, { ...params(device), body: { action } });
    expect((await call(member.token)).error?.code).toBe('not_allowed');
    expect((await call(other.admin)).error?.code).toBe('not_found');
  }
  const [theirs] = (await addDevices(api, { company: other }, 1)) as [TestDevice];
  expect((await resolve(device, { action: 'merge', into: theirs.pk })).error?.code).toBe('not_found');
  expect((await resolve(device, { action: 'merge', into: device.pk })).error?.code).toBe('malformed');
  expect((await api.call(member.token, readCloneEvidence, params(device))).error?.code).toBe('not_allowed');
});

test('the agent of a device that was merged away is not admitted any more', async () => {
  const agent = await enrol();
  const [next] = (await addDevices(api, { company, group: floor }, 1)) as [TestDevice];
  await resolve(agent, { action: 'merge', into: next.pk });
  expect((await renew(agent, first)).error?.code).toBe('agent_deleted');
  await api.call(company.admin, deleteDevice, params(next));
});
