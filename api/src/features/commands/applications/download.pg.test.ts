import type { AgentHandshake } from '@vigil/shared/contract/agent-handshake';
import { createEnrolToken, enrolAgent, renewAgentCredential } from '@vigil/shared/contract/http/agents';
import {
  createApplication,
  installApplication,
  uploadApplicationPiece,
} from '@vigil/shared/contract/http/applications';
import { issueCommand } from '@vigil/shared/contract/http/commands';
import type { DevicePk, DeviceGuid } from '@vigil/shared/contract/ids';
import { API_BASE, PROTOCOL_VERSION, PROTOCOL_WITH_PURPOSE } from '@vigil/shared/contract/protocol-version';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { insertReleases, packageRow, releaseRow } from '@vigil/shared/platform/releases.test-support';
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { createAgentKey, type AgentKey } from '../../../../../tests/support/agent-key.ts';
import { apiTest } from '../../../testing/fixture.ts';
import { addressOf, type TestApi } from '../../../testing/test-api.ts';
import { addCompany, connectDevices, type TestCompany } from '../../../testing/world.ts';

const test = apiTest();
const SCRIPT = Buffer.from('#!/bin/sh\necho installed\n');
let api: TestApi;
let company: TestCompany;

test.beforeAll(async ({ api: started, company: added }) => {
  [api, company] = [started, added];
  await api.deps.database.asSystem((tx) => insertReleases(tx, [releaseRow('9.0.0')]));
});

interface Agent {
  readonly pk: DevicePk;
  readonly guid: DeviceGuid;
  readonly credential: string;
  readonly key: AgentKey;
}

let macs = 0;

/** A device that is online and needs a release. */
async function enrol(of: TestCompany): Promise<Agent> {
  const { enrol_token } = (await api.call(of.admin, createEnrolToken, { body: {} })).objects;
  const key = createAgentKey();
  const mac_addr = `02:00:00:00:02:0${(macs += 1)}`;
  const about = { name: 'Kiosk', dev_os_id: 2 as const, mac_addr, user_os_str: 'Debian 13', agent_version: '1.0.0' };
  const { objects } = await api.call(null, enrolAgent, { body: { enrol_token, public_key: key.publicKey, ...about } });
  const { device_pk: pk, guid, credential } = objects;
  const set = { arch: 'x64', agentVersion: '1.0.0', latestVersion: '9.0.0' };
  await api.deps.database.asSystem((tx) => tx.update(devices).set(set).where(eq(devices.pk, pk)));
  await connectDevices(api, of, [pk]);
  return { pk, guid, credential, key };
}

async function installOn({ pk }: Agent): Promise<string> {
  const about = { name: `Example ${pk}`, version: '1', file_name: 'example.sh', size: SCRIPT.length };
  const [application] = (await api.call(company.admin, createApplication, { body: about })).objects;
  const params = { pk: String(application?.pk) };
  await api.app.inject({
    method: 'PUT',
    url: addressOf(uploadApplicationPiece, { params, query: { offset: '0' } }),
    headers: { token: company.admin, 'content-type': 'application/octet-stream' },
    payload: SCRIPT,
  });
  const { objects } = await api.call(company.admin, installApplication, { params, body: { device_pks: [pk] } });
  return objects.commands[0]?.id ?? '';
}

async function update({ guid }: Agent): Promise<string> {
  const { objects } = await api.call(company.admin, issueCommand, { params: { guid }, body: { type: 'update' } });
  return 'id' in objects ? objects.id : '';
}

const kinds = [
  ['the file of an application', 'applications', installOn, SCRIPT],
  ['the package of a release', 'releases', update, packageRow.data],
] as const;

test.each(kinds)(
  '%s is answered to the device of its command, and to no credentials of another',
  async (_, path, issue, file) => {
    const [own, other] = [await enrol(company), await enrol(company)];
    const foreign = await enrol(await addCompany(api));
    const id = await issue(own);
    const purpose = `${path === 'releases' ? 'release' : 'application'}:${id}` as const;
    const prove = (signer: Agent, agent: Agent, more: Partial<AgentHandshake> = {}) =>
      signer.key.handshake({ ...agent, purpose }, { protocol: PROTOCOL_VERSION, ...more });
    const ask = async (payload: AgentHandshake) => {
      const reply = await api.app.inject({ method: 'POST', url: `${API_BASE}/agents/${path}/${id}`, payload });
      return { status: reply.statusCode, bytes: reply.rawPayload };
    };
    // Not before it is sent.
    expect((await ask(prove(own, own))).status).toBe(404);
    await api.deps.database.asSystem((tx) => tx.execute(sql`update commands set state = 'sent' where id = ${id}`));
    const refused = [
      prove(other, other),
      prove(foreign, foreign),
      // A credential without its key, and a key without its credential.
      prove(other, own),
      prove(own, other),
      prove(other, other, { credential: own.credential }),
      prove(own, own, { credential: other.credential }),
      // What a hostile gateway was shown.
      own.key.handshake({ ...own, purpose: 'connect' }, { protocol: PROTOCOL_VERSION }),
    ];
    const statuses = [];
    for (const payload of refused) statuses.push((await ask(payload)).status);
    expect(statuses).toEqual([404, 404, 401, 401, 401, 401, 401]);

    // An agent whose proofs name no purpose yet fetches its update with one.
    const old = await ask(own.key.handshake(own, { protocol: 2 }));
    expect(old.status).toBe(path === 'releases' ? 200 : 401);

    // None of these has used it up. A proof counts once.
    const proof = prove(own, own);
    const answer = await ask(proof);
    expect([answer.status, answer.bytes.equals(file as Buffer)]).toEqual([200, true]);
    expect((await ask(proof)).status).not.toBe(200);
  },
);

test('[HELLO-1] an agent of an earlier version renews, fetches its update, and from then on names the purpose', async () => {
  const { key, ...agent } = await enrol(company);
  const id = await update({ key, ...agent });
  await api.deps.database.asSystem((tx) => tx.execute(sql`update commands set state = 'sent' where id = ${id}`));
  const renew = async (body: AgentHandshake) => {
    const { error, objects } = await api.call(null, renewAgentCredential, { body });
    return error?.code ?? objects.credential;
  };
  const earlier = { protocol: PROTOCOL_WITH_PURPOSE - 1 };
  const renewed = await renew(key.handshake(agent, earlier));
  const payload = key.handshake({ ...agent, credential: renewed }, earlier);
  const reply = await api.app.inject({ method: 'POST', url: `${API_BASE}/agents/releases/${id}`, payload });
  expect([reply.statusCode, reply.rawPayload.equals(packageRow.data)]).toEqual([200, true]);

  // As its new version signs, and with what the old one signed under the number of the new one.
  const later = { ...agent, credential: renewed, purpose: 'renew' } as const;
  expect(await renew(key.handshake(later, { protocol: PROTOCOL_VERSION }))).toMatch(/^ey/u);
  expect(await renew({ ...key.handshake(agent, earlier), protocol: PROTOCOL_VERSION })).toBe('bad_signature');
});
