import {
  createEnrolToken,
  deleteEnrolToken,
  enrolAgent,
  listEnrolTokens,
  renewAgentCredential,
} from '@vigil/shared/contract/http/agents';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { deleteDevice, listDevices } from '@vigil/shared/contract/http/devices';
import { updateGroup } from '@vigil/shared/contract/http/groups';
import { offeredCommandKeys } from '@vigil/shared/platform/command-keys';
import { enrolTokens } from '@vigil/shared/platform/db/schema/devices';
import { createAgentCredentialVerifier } from '@vigil/shared/platform/tokens';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { createAgentKey, type AgentKey } from '../../../../tests/support/agent-key.ts';
import { runsOf } from '../../../../tests/support/scope.ts';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addGroup, addMember, type TestCompany } from '../../testing/world.ts';
import { createAgentEnroller } from './service.ts';

const test = apiTest({ TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://vigil.test/' });
let api: TestApi;
let company: TestCompany;

test.beforeAll(async ({ api: started, company: added }) => {
  [api, company] = [started, added];
  // Only connections that are open already let transactions really meet.
  await Promise.all([1, 2, 3].map(() => api.deps.database.asSystem((tx) => tx.execute(sql`select pg_sleep(0.05)`))));
});

type TokenBody = NonNullable<NonNullable<Parameters<typeof api.call<typeof createEnrolToken>>[2]>['body']>;
const token = async (body: TokenBody = {}, of = company) =>
  (await api.call(of.admin, createEnrolToken, { body })).objects;

let macs = 0;
const enrol = (enrol_token: string, key: AgentKey = createAgentKey(), more: object = {}) => {
  const mac_addr = `02:00:00:00:00:${(macs += 1).toString(16).padStart(2, '0')}`;
  const body = { enrol_token, public_key: key.publicKey, name: 'Kiosk', dev_os_id: 2 as const, mac_addr };
  return api.call(null, enrolAgent, { body: { ...body, user_os_str: 'Debian 13', agent_version: '1.0.0', ...more } });
};
const devicesOf = async (of: TestCompany) =>
  (await api.call(of.admin, listDevices, { query: { search_mode: 'all' } })).objects;
const verify = (credential: string) => createAgentCredentialVerifier(api.deps.keyRing.agent)(credential);

test('an agent is bound to the company of its token, in the token’s group', async () => {
  const group_pk = await addGroup(api, company, 'Lobby');
  const { enrol_token } = await token({ group_pk, auto_accept: false });
  const { objects } = await enrol(enrol_token);
  expect(objects).toMatchObject({ alias: 'Kiosk', approval: 0, gateway_url: 'https://vigil.test' });
  expect(verify(objects.credential)).toMatchObject({ company: company.pk, device: objects.device_pk });
  const row = (await devicesOf(company)).find((device) => device.pk === objects.device_pk);
  expect(row).toMatchObject({ device_group_fk: group_pk, dev_os_id: 2, user_os_str: 'Debian 13', approval: 0 });
});

test('[CMD-9] enrolment and renewal name the keys that sign commands, and how agents get to them', async () => {
  const { enrol_token } = await token();
  const key = createAgentKey();
  const { objects: enrolled } = await enrol(enrol_token, key);
  const { objects: renewed } = await api.call(null, renewAgentCredential, { body: key.handshake(enrolled) });
  const offered = offeredCommandKeys(api.deps.keyRing.command);
  expect(offered.command_keys).toHaveLength(1);
  for (const { command_keys, command_key_links } of [enrolled, renewed])
    expect({ command_keys, command_key_links }).toEqual(offered);
});

test('a device goes to the default group when that of its token is full', async () => {
  const group_pk = await addGroup(api, company, 'Two places');
  await api.call(company.admin, updateGroup, {
    params: { pk: String(group_pk) },
    body: { dev_limit: 2 },
  });
  const { enrol_token } = await token({ group_pk });
  const answers = await Promise.all([1, 2, 3, 4].map(() => enrol(enrol_token)));
  const pks = answers.map(({ objects }) => objects.device_pk);
  const rows = (await devicesOf(company)).filter(({ pk }) => pks.includes(pk));
  const inGroup = (pk: number) => rows.filter((row) => row.device_group_fk === pk).length;
  expect([inGroup(group_pk), inGroup(company.home)]).toEqual([2, 2]);
});

test('a device waits for approval in a group that asks for it, also when that is full and whatever its token says', async () => {
  const group_pk = await addGroup(api, company, 'Confirmed');
  const params = { pk: String(group_pk) };
  const changed = await api.call(company.admin, updateGroup, {
    params,
    body: { flag_confirm: 1, dev_limit: 1 },
  });
  expect(changed.objects[0]).toMatchObject({ flag_confirm: 1 });
  const { enrol_token } = await token({ group_pk, auto_accept: true });
  expect((await enrol(enrol_token)).objects.approval).toBe(0);
  expect((await enrol(enrol_token)).objects.approval).toBe(0);
  const { enrol_token: elsewhere } = await token({ auto_accept: true });
  expect((await enrol(elsewhere)).objects.approval).toBe(1);
  await api.call(company.admin, updateGroup, { params, body: { flag_confirm: 0 } });
  expect((await enrol(enrol_token)).objects.approval).toBe(1);
});

test('the same user gets the same token again for a day, unless it is used up, revoked or of other terms', async () => {
  const again = (body: TokenBody = {}) => token({ uses: 2, reuse: true, ...body });
  const [first, second] = await Promise.all([again(), again()]);
  expect(second).toEqual(first);
  const group_pk = await addGroup(api, company, 'Of another token');
  for (const other of [{ uses: 3 }, { uses: null }, { expires_in_h: 2 }, { auto_accept: false }, { group_pk }])
    expect((await again(other)).pk).not.toBe(first.pk);
  const colleague = await addMember(api, company, { type: 'Manager' });
  const theirs = (await api.call(colleague.token, createEnrolToken, { body: { uses: 2, reuse: true } })).objects;
  expect(theirs.pk).not.toBe(first.pk);

  expect((await enrol(first.enrol_token)).status).toBe(200);
  const listed = async () => (await api.call(company.admin, listEnrolTokens)).objects.find(({ pk }) => pk === first.pk);
  expect(await listed()).toMatchObject({ used: 1, uses_left: 1, created_by: expect.any(String) });
  expect((await again()).pk).toBe(first.pk);
  expect((await enrol(first.enrol_token)).status).toBe(200);
  const next = await again();
  expect(next.pk).not.toBe(first.pk);
  await api.call(company.admin, deleteEnrolToken, { params: { pk: String(next.pk) } });
  const last = await again();
  expect(last.pk).not.toBe(next.pk);
  await api.deps.database.asSystem((tx) =>
    tx
      .update(enrolTokens)
      .set({ createdAt: new Date(Date.now() - 25 * 3_600_000), expiresAt: new Date(Date.now() + 3_600_000) })
      .where(eq(enrolTokens.pk, last.pk)),
  );
  expect((await again()).pk).not.toBe(last.pk);
  const wanted = await again({ reuse: false });
  expect((await again()).pk).toBe(wanted.pk);
});

test('a token of which nothing is said enrols a hundred devices, within a day', async () => {
  const { pk, expires_at } = await token();
  const row = (await api.call(company.admin, listEnrolTokens)).objects.find((one) => one.pk === pk);
  expect(row).toMatchObject({ uses_left: 100, used: 0 });
  expect(Date.parse(expires_at) - Date.parse(row?.created_at ?? '')).toBeLessThanOrEqual(24 * 3_600_000);
});

test('a token works as often as it says, until it expires or is deleted', async () => {
  const twice = await token({ uses: 2 });
  expect((await enrol(twice.enrol_token)).status).toBe(200);
  expect((await enrol(twice.enrol_token)).status).toBe(200);
  const expired = await token({ expires_in_h: 1 });
  await api.deps.database.asSystem((tx) =>
    tx
      .update(enrolTokens)
      .set({ expiresAt: new Date(0) })
      .where(eq(enrolTokens.pk, expired.pk)),
  );
  const deleted = await token();
  await api.call(company.admin, deleteEnrolToken, { params: { pk: String(deleted.pk) } });
  const known = (await api.call(company.admin, listEnrolTokens)).objects.map((row) => row.pk);
  for (const { enrol_token, pk } of [twice, expired, deleted]) {
    expect(await enrol(enrol_token)).toMatchObject({ status: 401, error: { code: 'enrol_token_invalid' } });
    expect(known).not.toContain(pk);
  }
  expect((await enrol('no such token')).error?.code).toBe('enrol_token_invalid');
});

test('the same key is the same device, and repeating costs nothing', async () => {
  const { enrol_token } = await token({ uses: 1 });
  const key = createAgentKey();
  const first = await enrol(enrol_token, key);
  // The response was lost: the agent repeats its request, and it was the one that used the token.
  const again = await enrol(enrol_token, key);
  expect(again.objects).toMatchObject({ guid: first.objects.guid, device_pk: first.objects.device_pk });
  expect((await enrol(enrol_token)).error?.code).toBe('enrol_token_invalid');
});

test('one key that enrols twice at once, with two tokens, is one device', async () => {
  const tokens = [await token(), await token()];
  const key = createAgentKey();
  const answers = await Promise.all(tokens.map(({ enrol_token }) => enrol(enrol_token, key)));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
  expect(new Set(answers.map((answer) => answer.objects.device_pk)).size).toBe(1);
});

test('another key for known hardware is a device of its own, and both are flagged', async () => {
  const { enrol_token } = await token();
  const hardware = { mac_addr: '02:aa:aa:aa:aa:aa' };
  const first = await enrol(enrol_token, createAgentKey(), hardware);
  const second = await enrol(enrol_token, createAgentKey(), hardware);
  expect(second.objects.device_pk).not.toBe(first.objects.device_pk);
  const flagged = (await devicesOf(company)).filter((row) => row.mac_addr === hardware.mac_addr);
  expect(flagged.map((row) => row.possible_clone)).toEqual([1, 1]);
});

test.each(['00:00:00:00:00:00', 'FF:FF:FF:FF:FF:FF', '01:00:5E:00:00:01', 'garbage'])(
  'devices that name %s, which is the address of no card, are no clones of one another',
  async (mac_addr) => {
    const other = await addCompany(api);
    const { enrol_token } = await token({}, other);
    for (let device = 0; device < 3; device += 1) await enrol(enrol_token, createAgentKey(), { mac_addr });
    const rows = (await devicesOf(other)).filter(({ alias }) => alias === 'Kiosk');
    expect(rows.map((row) => [row.mac_addr, row.possible_clone])).toEqual(rows.map(() => [null, 0]));
  },
);

test('of two agents that enrol for the last device of a licence, one succeeds', async () => {
  const small = await addCompany(api, { devices: 3 });
  const tokens = [await token({}, small), await token({}, small)];
  await enrol(tokens[0]?.enrol_token ?? '');
  await enrol(tokens[0]?.enrol_token ?? '');
  const answers = await Promise.all(tokens.map(({ enrol_token }) => enrol(enrol_token)));
  expect(new Set(answers.map((answer) => answer.error?.code ?? answer.status))).toEqual(
    new Set([200, 'licence_volume_exceeded']),
  );
  expect(await devicesOf(small)).toHaveLength(3);
});

test('enrolments at once in two processes exceed no token and no licence, and a key is one device', async () => {
  const processes = [createAgentEnroller(api.deps), createAgentEnroller(api.deps)];
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        volume: fc.integer({ min: 0, max: 12 }),
        uses: fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 3 }),
        requests: fc.array(
          fc.record({ token: fc.nat(2), key: fc.nat(9), process: fc.nat(1), mac: fc.nat(4), isBad: fc.boolean() }),
          { minLength: 1, maxLength: 30 },
        ),
      }),
      async ({ volume, uses, requests }) => {
        const site = await addCompany(api, { devices: volume });
        const tokens = await Promise.all(uses.map((count) => token({ uses: count }, site)));
        const keys = Array.from({ length: 10 }, () => createAgentKey().publicKey);
        const outcomes = await Promise.allSettled(
          requests.map(({ token: at, key, process, mac, isBad }) =>
            processes[process]!({
              enrol_token: tokens[at % tokens.length]!.enrol_token,
              public_key: keys[key]!,
              // No column takes a NUL; the routes refuse it before.
              name: isBad ? 'bad\u0000' : 'Kiosk',
              dev_os_id: 2,
              user_os_str: 'Debian 13',
              mac_addr: `02:00:00:00:00:0${mac}`,
              agent_version: '1.0.0',
            }),
          ),
        );
        const stored = await devicesOf(site);
        expect(stored.length).toBeLessThanOrEqual(volume);
        const left = (await api.call(site.admin, listEnrolTokens)).objects;
        const spent = tokens.map(({ pk }, i) => uses[i]! - (left.find((row) => row.pk === pk)?.uses_left ?? 0));
        expect(spent.reduce((sum, count) => sum + count, 0)).toBe(stored.length);
        const pkOf = new Map<number, number>();
        for (const [i, outcome] of outcomes.entries()) {
          const { key, isBad } = requests[i]!;
          if (outcome.status === 'rejected') {
            const { code } = outcome.reason as { code?: string };
            if (!isBad) expect(['enrol_token_invalid', 'licence_volume_exceeded']).toContain(code);
            continue;
          }
          expect(pkOf.get(key) ?? outcome.value.device_pk).toBe(outcome.value.device_pk);
          pkOf.set(key, outcome.value.device_pk);
        }
        expect(new Set(pkOf.values()).size).toBe(stored.length);
        const byMac = Map.groupBy(stored, (row) => row.mac_addr);
        for (const rows of byMac.values()) {
          const flags = rows.map((row) => row.possible_clone);
          expect(flags).toEqual(rows.map(() => (rows.length > 1 ? 1 : 0)));
        }
      },
    ),
    { numRuns: runsOf({ usual: 5, all: 15 }) },
  );
});

test('a credential is renewed by a proof', async () => {
  const { enrol_token } = await token();
  const key = createAgentKey();
  const { guid, credential, device_pk } = (await enrol(enrol_token, key)).objects;
  const proof = key.handshake({ guid, credential });
  const renewed = await api.call(null, renewAgentCredential, { body: proof });
  expect(verify(renewed.objects.credential)).toMatchObject({ guid, device: device_pk, key: key.publicKey });
  const refusal = async (body: typeof proof) => (await api.call(null, renewAgentCredential, { body })).error?.code;
  expect(await refusal(proof)).toBe('replayed');
  expect(await refusal(createAgentKey().handshake({ guid, credential }))).toBe('bad_signature');
  expect(await refusal(key.handshake({ guid, credential, ts: Date.now() - 200_000 }))).toBe('clock_skew');
});

test('[HELLO-5] a deleted device cannot renew its credential', async () => {
  const { enrol_token } = await token();
  const key = createAgentKey();
  const { guid, credential, device_pk } = (await enrol(enrol_token, key)).objects;
  await api.call(company.admin, deleteDevice, { params: { pk: String(device_pk) } });
  const { error } = await api.call(null, renewAgentCredential, { body: key.handshake({ guid, credential }) });
  expect(error?.code).toBe('agent_deleted');
});

test("a token is made for groups of the caller's company only", async () => {
  const other = await addCompany(api);
  const refused = await api.call(company.admin, createEnrolToken, { body: { group_pk: other.home } });
  expect(refused.error).toMatchObject({ code: 'not_found', field: 'group_pk' });
});

test('no header of a request changes where an agent connects', async () => {
  const { enrol_token } = await token();
  const key = createAgentKey();
  const headers = {
    host: 'attacker.test',
    'x-forwarded-host': 'attacker.test',
    'x-forwarded-proto': 'http',
    forwarded: 'host=attacker.test;proto=http',
  };
  const body = { enrol_token, public_key: key.publicKey, name: 'Kiosk', dev_os_id: 2 as const };
  const enrolled = await api.call(null, enrolAgent, {
    body: { ...body, mac_addr: '02:bb:bb:bb:bb:bb', user_os_str: 'Debian 13', agent_version: '1.0.0' },
    headers,
  });
  expect(enrolled.objects.gateway_url).toBe('https://vigil.test');
  const proof = key.handshake(enrolled.objects);
  expect((await api.call(null, renewAgentCredential, { body: proof, headers })).objects.gateway_url).toBe(
    'https://vigil.test',
  );
});

test('who made and who revoked a token is in the audit, without the token; one that is shown again is not made', async () => {
  const other = await addCompany(api);
  const { pk, enrol_token, expires_at } = await token({ reuse: true }, other);
  await token({ reuse: true }, other);
  await api.call(other.admin, deleteEnrolToken, { params: { pk: String(pk) } });
  const { objects } = await api.call(other.admin, listAudits, { query: { q: 95 } });
  const told = JSON.stringify({ devices: 100, expires_at });
  expect(objects.map(({ old_value, new_value }) => [old_value, new_value])).toEqual([
    [told, null],
    [null, told],
  ]);
  expect(JSON.stringify(objects)).not.toContain(enrol_token);
});
