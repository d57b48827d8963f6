import { randomUUID } from 'node:crypto';
import { auditCode } from '@vigil/shared/contract/audit-codes';
import { HardwareId } from '@vigil/shared/contract/hardware';
import { createEnrolToken, enrolAgent, renewAgentCredential } from '@vigil/shared/contract/http/agents';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { deleteDevice, listDevices } from '@vigil/shared/contract/http/devices';
import { listUnknownAgents, readmitUnknownAgents } from '@vigil/shared/contract/http/unknown-agents';
import { DeviceGuid, type DevicePk, type UnknownAgentPk } from '@vigil/shared/contract/ids';
import { deviceDeletions, unknownAgents } from '@vigil/shared/platform/db/schema/agent-identities';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { readIndexedDevice, rebuildFleetIndex } from '@vigil/shared/platform/fleet/fleet-index';
import {
  createAgentCredentialSigner,
  createAgentCredentialVerifier,
  thumbprintOf,
} from '@vigil/shared/platform/tokens';
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { createAgentKey, type AgentKey } from '../../../../../tests/support/agent-key.ts';
import { apiTest } from '../../../testing/fixture.ts';
import type { TestApi } from '../../../testing/test-api.ts';
import { addCompany, addMember, type TestCompany } from '../../../testing/world.ts';

const test = apiTest({ PUBLIC_URL: 'https://vigil.test/' });
let api: TestApi;

test.beforeAll(({ api: started }) => {
  api = started;
});

const system = <T>(work: Parameters<typeof api.deps.database.asSystem<T>>[0]) => api.deps.database.asSystem(work);

interface Agent {
  readonly key: AgentKey;
  readonly guid: DeviceGuid;
  readonly credential: string;
  readonly pk: DevicePk;
}

async function enrol(company: TestCompany): Promise<Agent> {
  const { enrol_token } = (await api.call(company.admin, createEnrolToken, { body: {} })).objects;
  const key = createAgentKey();
  const host = { name: 'Kiosk', dev_os_id: 2, mac_addr: '', user_os_str: 'Debian 13', agent_version: '1.0.0' } as const;
  const { objects } = await api.call(null, enrolAgent, {
    body: { ...host, enrol_token, public_key: key.publicKey },
  });
  return { key, guid: objects.guid, credential: objects.credential, pk: objects.device_pk };
}

const hardware = {
  id: HardwareId.parse('a'.repeat(32)),
  name: 'Kiosk 7',
  mac_addr: '02:00:00:00:00:07',
  s_pri_ip: '10.0.0.7',
  user_os_str: 'Windows 11 Pro',
};
const renew = ({ key, ...agent }: Agent) =>
  api.call(null, renewAgentCredential, { body: key.handshake(agent, { hardware }) });
const unknown = async (company: TestCompany) => (await api.call(company.admin, listUnknownAgents)).objects;
const readmit = (company: TestCompany, pks: readonly UnknownAgentPk[]) =>
  api.call(company.admin, readmitUnknownAgents, { body: { pks: [...pks] } });
const verify = (credential: string) => createAgentCredentialVerifier(api.deps.keyRing.agent)(credential);
/** As after a restored backup, which is older than the device. */
const loseRow = (pk: DevicePk) => system((tx) => tx.delete(devices).where(eq(devices.pk, pk)));

test('[HELLO-5] only a deletion that is recorded answers agent_deleted; a row that is missing is unknown', async () => {
  const company = await addCompany(api);
  const [deleted, lost] = [await enrol(company), await enrol(company)];
  await api.call(company.admin, deleteDevice, { params: { pk: String(deleted.pk) } });
  await loseRow(lost.pk);
  expect((await renew(deleted)).error?.code).toBe('agent_deleted');
  expect((await renew(lost)).error?.code).toBe('device_unknown');
  const recorded = await system((tx) =>
    tx.select().from(deviceDeletions).where(eq(deviceDeletions.guid, deleted.guid)),
  );
  expect(recorded).toMatchObject([{ publicKey: deleted.key.publicKey, companyFk: company.pk }]);
});

test('[HELLO-5] an identity with another key than its row, and one of a company that does not exist, is unknown', async () => {
  const company = await addCompany(api);
  const agent = await enrol(company);
  await system((tx) =>
    tx.update(devices).set({ publicKey: createAgentKey().publicKey }).where(eq(devices.pk, agent.pk)),
  );
  expect((await renew(agent)).error?.code).toBe('device_unknown');

  const sign = createAgentCredentialSigner(api.deps.keyRing.agent);
  const { key } = agent;
  const claims = { ...verify(agent.credential), company: 999_999 as never, guid: DeviceGuid.parse(randomUUID()) };
  const elsewhere = { key, pk: agent.pk, guid: claims.guid, credential: sign(claims) };
  expect((await renew(elsewhere)).error?.code).toBe('device_unknown');
});

test('[HELLO-5] a deleted company leaves the deletions of its devices', async () => {
  const company = await addCompany(api);
  const agent = await enrol(company);
  await system((tx) => tx.execute(sql`delete from companies where pk = ${company.pk}`));
  expect((await renew(agent)).error?.code).toBe('agent_deleted');
});

test('[HELLO-11] an unknown agent is listed once, with its host, and not any more once the servers know it again', async () => {
  const company = await addCompany(api);
  const agent = await enrol(company);
  const [row] = await system((tx) => tx.select().from(devices).where(eq(devices.pk, agent.pk)));
  await loseRow(agent.pk);
  for (let call = 0; call < 3; call += 1) await renew(agent);
  expect(await unknown(company)).toMatchObject([
    {
      guid: agent.guid,
      key_thumbprint: thumbprintOf(agent.key.publicKey),
      name: 'Kiosk 7',
      mac_addr: '02:00:00:00:00:07',
      user_os_str: 'Windows 11 Pro',
    },
  ]);
  await system((tx) => tx.insert(devices).values(row!));
  expect(await unknown(company)).toEqual([]);
});

test('[HELLO-11] administrators take unknown agents in again with their identity and key; it is audited', async () => {
  const company = await addCompany(api);
  const [agent, other] = [await enrol(company), await enrol(company)];
  for (const { pk } of [agent, other]) await loseRow(pk);
  for (const lost of [agent, other]) await renew(lost);
  const pks = (await unknown(company)).map(({ pk }) => pk);
  const { objects } = await readmit(company, pks);
  expect(new Set(objects.map(({ pk }) => pk))).toEqual(new Set(pks));
  expect(await unknown(company)).toEqual([]);
  const rows = (await api.call(company.admin, listDevices, { query: { search_mode: 'all' } })).objects;
  const back = rows.find(({ guid }) => guid === agent.guid);
  expect(back).toMatchObject({ alias: 'Kiosk 7', dev_os_id: 1, approval: 1, device_group_fk: company.home });
  expect(back?.pk).not.toBe(agent.pk);
  const renewed = await renew(agent);
  expect(verify(renewed.objects.credential)).toMatchObject({ guid: agent.guid, device: back?.pk });
  const audits = await api.call(company.admin, listAudits, { query: { q: auditCode.agentReadmitted } });
  expect(audits.objects.map(({ new_value }) => new_value)).toContain(`Kiosk 7 ${agent.guid}`);
  // A repeated request finds nothing to do.
  expect((await readmit(company, pks)).error?.code).toBe('not_found');
});

test('[HELLO-11] the licence holds, other companies and users who are no administrators see none of it', async () => {
  const company = await addCompany(api, { devices: 1 });
  const agent = await enrol(company);
  await loseRow(agent.pk);
  await renew(agent);
  await enrol(company);
  const [listed] = await unknown(company);
  expect((await readmit(company, [listed!.pk])).error).toMatchObject({ code: 'licence_volume_exceeded', detail: 1 });
  const stranger = await addCompany(api);
  expect(await unknown(stranger)).toEqual([]);
  expect((await readmit(stranger, [listed!.pk])).error?.code).toBe('not_found');
  const member = await addMember(api, company);
  expect((await api.call(member.token, listUnknownAgents)).status).toBe(403);
});

test('[HELLO-11] no more than 5,000 unknown agents of a company are kept', async () => {
  const company = await addCompany(api);
  const agent = await enrol(company);
  await loseRow(agent.pk);
  await system((tx) =>
    tx.execute(sql`insert into unknown_agents (company_fk, guid, public_key, s_pub_ip, agent_version, first_seen, last_seen)
      select ${company.pk}, gen_random_uuid(), 'key', '', '', now(), now() from generate_series(1, 5000)`),
  );
  expect((await renew(agent)).error?.code).toBe('device_unknown');
  expect(await system((tx) => tx.$count(unknownAgents, eq(unknownAgents.companyFk, company.pk)))).toBe(5_000);
});

test('[HELLO-5] the index names the guid of a device, whose number another one may have after a restored backup', async () => {
  const company = await addCompany(api);
  const agent = await enrol(company);
  const { redis, database } = api.deps;
  await rebuildFleetIndex(redis, database, company.pk);
  expect(await readIndexedDevice(redis, company.pk, agent.pk)).toMatchObject({ guid: agent.guid });
});
