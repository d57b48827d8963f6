import { appendFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { copiedDeviceKeyProofText } from '@vigil/shared/contract/agent-handshake';
import { HardwareId } from '@vigil/shared/contract/hardware';
import {
  createEnrolToken,
  enrolAgent,
  enrolCopiedDevice,
  renewAgentCredential,
} from '@vigil/shared/contract/http/agents';
import { resolveClone } from '@vigil/shared/contract/http/device-clone';
import { deleteDevice, listDevices } from '@vigil/shared/contract/http/devices';
import { listUnknownAgents, readmitUnknownAgents } from '@vigil/shared/contract/http/unknown-agents';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { PROTOCOL_VERSION } from '@vigil/shared/contract/protocol-version';
import { deviceHardware, devices } from '@vigil/shared/platform/db/schema/devices';
import { readKeyRing } from '@vigil/shared/platform/key-ring';
import { eq, sql } from 'drizzle-orm';
import postgres from 'postgres';
import { expect } from 'vitest';
import { createAgentKey } from '../../../tests/support/agent-key.ts';
import { createTestDatabase } from '../../../tests/support/database.ts';
import { apiTest } from '../testing/fixture.ts';
import type { TestApi } from '../testing/test-api.ts';
import { addFleet, type TestCompany } from '../testing/world.ts';
import { runOperator } from './program.ts';

const test = apiTest({ PUBLIC_URL: 'https://vigil.test/' }, { devices: 50 });
let api: TestApi;
let company: TestCompany;
let folder: string;
let keys: string;

test.beforeAll(async ({ api: started, company: added, folder: own }) => {
  [api, company, folder] = [started, added, own];
  keys = path.join(folder, 'keys.json');
  await writeFile(keys, JSON.stringify(api.deps.keyRing));
  await addFleet(api, { company, group: company.home }, 3);
  await api.deps.database.asSystem((tx) => tx.execute(sql`select add_usage_partition(current_date)`));
});

async function run(line: string, { url = api.database.url, keyFile = keys } = {}) {
  let [out, error] = ['', ''];
  const env = { DATABASE_URL: url, KEYS_FILE: keyFile };
  const code = await runOperator([...line.split(' '), '--json'], env, {
    out: (text) => (out += text),
    error: (text) => (error += text),
  });
  return { code, error, answer: code === 0 ? (JSON.parse(out) as Record<string, unknown>) : null };
}

const backup = async (name: string) => {
  const made = path.join(folder, name);
  expect(await run(`backup ${made}`)).toMatchObject({ code: 0, error: '' });
  return made;
};

/** All rows of all tables, as text, as a superuser sees them. */
async function contentOf(adminUrl: string): Promise<Record<string, unknown>> {
  const client = postgres(adminUrl, { max: 1, onnotice: () => undefined });
  try {
    const tables = await client<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`;
    const contents: Record<string, unknown> = {};
    for (const { name } of tables)
      contents[name] = (
        await client.unsafe(`select md5(string_agg(t::text, ',' order by t::text)) from "${name}" t`)
      )[0];
    contents['protection'] = await client`
      select relname, relrowsecurity, relforcerowsecurity from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') order by 1`;
    contents['constraints'] = await client`
      select conrelid::regclass::text as t, pg_get_constraintdef(oid) as d from pg_constraint
      where connamespace = 'public'::regnamespace order by 1, 2`;
    contents['triggers'] = await client`select tgrelid::regclass::text as t, tgname, tgenabled from pg_trigger
      where not tgisinternal order by 1, 2`;
    contents['sequences'] = await client`select sequencename, last_value from pg_sequences order by 1`;
    return contents;
  } finally {
    await client.end();
  }
}

async function enrol() {
  const { enrol_token } = (await api.call(company.admin, createEnrolToken, { body: {} })).objects;
  const key = createAgentKey();
  const host = { name: 'Kiosk', dev_os_id: 2, mac_addr: '', user_os_str: 'Debian 13', agent_version: '1.0.0' } as const;
  const { objects } = await api.call(null, enrolAgent, { body: { ...host, enrol_token, public_key: key.publicKey } });
  return { ...objects, key };
}
type Agent = Awaited<ReturnType<typeof enrol>>;

const renew = async ({ key, ...agent }: Pick<Agent, 'key' | 'guid' | 'credential'>, call = api.call) => {
  const { error, objects } = await call(null, renewAgentCredential, { body: key.handshake(agent) });
  return error?.code ?? typeof objects.credential;
};
const remove = (pk: DevicePk) => api.call(company.admin, deleteDevice, { params: { pk: String(pk) } });

test('a backup restored into an empty database has every row, key, protection and number', async () => {
  const made = await backup('whole');
  expect((await stat(path.join(made, 'keys.json'))).mode & 0o077).toBe(0);
  expect((await stat(path.join(made, 'tables', 'users.copy.gz'))).mode & 0o077).toBe(0);
  await using empty = await createTestDatabase();
  const restoredKeys = path.join(folder, 'restored.json');
  const target = { url: empty.url, keyFile: restoredKeys };
  expect(await run(`restore ${made}`, target)).toMatchObject({ code: 0, error: '' });
  expect(await contentOf(empty.adminUrl)).toEqual(await contentOf(api.database.adminUrl));
  expect(JSON.parse(await readFile(restoredKeys, 'utf8'))).toEqual(JSON.parse(await readFile(keys, 'utf8')));
  expect(await readFile(path.join(folder, 'restored.public.json'), 'utf8')).not.toContain('PRIVATE');
  // It is not empty any more.
  expect((await run(`restore ${made}`, target)).error).toContain('--force');
});

test('[HELLO-5] after a restore the agents of before go on, and those of afterwards wait to be taken in again', async () => {
  const [before, deletedLater] = [await enrol(), await enrol()];
  const made = await backup('older');
  const after = await enrol();
  await remove(deletedLater.device_pk);
  expect(await renew(deletedLater)).toBe('agent_deleted');
  expect((await run(`restore ${made}`)).error).toContain('not empty');
  expect(await run(`restore ${made} --force`)).toMatchObject({ code: 0, error: '' });
  expect([await renew(before), await renew(deletedLater), await renew(after)]).toEqual([
    'string',
    'string',
    'device_unknown',
  ]);
  const unknown = (await api.call(company.admin, listUnknownAgents)).objects;
  expect(unknown.map(({ guid }) => guid)).toEqual([after.guid]);
  await api.call(company.admin, readmitUnknownAgents, { body: { pks: unknown.map(({ pk }) => pk) } });
  expect(await renew(after)).toBe('string');
});

test('a system that is restored into an empty database goes on with the agents and devices of before', async () => {
  const agent = await enrol();
  const made = await backup('moved');
  await using empty = await createTestDatabase();
  const keyFile = path.join(folder, 'moved.json');
  expect(await run(`restore ${made}`, { url: empty.url, keyFile })).toMatchObject({ code: 0, error: '' });
  await using moved = await api.startSecond({ database: empty, keyRing: await readKeyRing(keyFile) });
  expect(await renew(agent, moved.call)).toBe('string');
  const { objects } = await moved.call(company.admin, listDevices, { query: { search_mode: 'all' } });
  expect(objects.map(({ guid }) => guid)).toContain(agent.guid);
});

/** As workers record it: another computer used the key of the device. Answers with that computer. */
async function recordCopy({ device_pk: deviceFk }: Agent) {
  const hardware = {
    id: HardwareId.parse('b'.repeat(64)),
    name: 'Copy',
    mac_addr: '02:00:00:00:00:02',
    s_pri_ip: '10.0.0.2',
    user_os_str: 'Debian 13',
  };
  const at = new Date();
  await api.deps.database.asSystem(async (tx) => {
    const own = { possibleClone: 1, hardwareId: HardwareId.parse('a'.repeat(64)) } as const;
    await tx.update(devices).set(own).where(eq(devices.pk, deviceFk));
    await tx.insert(deviceHardware).values({
      deviceFk,
      companyFk: company.pk,
      hardwareId: hardware.id,
      name: hardware.name,
      macAddr: hardware.mac_addr,
      privateIp: hardware.s_pri_ip,
      publicIp: '192.0.2.1',
      osName: hardware.user_os_str,
      firstSeen: at,
      lastSeen: at,
    });
  });
  return hardware;
}

/** An administrator splits the copy from the device, and its agent gets a key of its own. */
async function split({ key, ...agent }: Agent) {
  const hardware = await recordCopy({ key, ...agent });
  await api.call(company.admin, resolveClone, { params: { pk: String(agent.device_pk) }, body: { action: 'split' } });
  const next = createAgentKey();
  const proof = key.handshake({ ...agent, purpose: 'new-key' }, { protocol: PROTOCOL_VERSION });
  const { objects } = await api.call(null, enrolCopiedDevice, {
    body: {
      ...proof,
      agent_version: '1.0.0',
      hardware,
      name: 'Copy',
      dev_os_id: 2,
      mac_addr: '',
      user_os_str: 'Debian 13',
      new_key: next.publicKey,
      new_sig: next.sign(copiedDeviceKeyProofText(agent.guid, proof.ts, proof.nonce)),
    },
  });
  return { key: next, guid: objects.guid, credential: objects.credential };
}

test('[HELLO-11] of a device that was split after the backup the original goes on, and the copy is taken in again', async () => {
  const original = await enrol();
  const made = await backup('before-split');
  const copy = await split(original);
  expect([await renew(original), await renew(copy)]).toEqual(['string', 'string']);
  expect(await run(`restore ${made} --force`)).toMatchObject({ code: 0, error: '' });
  expect([await renew(original), await renew(copy)]).toEqual(['string', 'device_unknown']);
  const unknown = (await api.call(company.admin, listUnknownAgents)).objects;
  expect(unknown.map(({ guid }) => guid)).toEqual([copy.guid]);
  await api.call(company.admin, readmitUnknownAgents, { body: { pks: unknown.map(({ pk }) => pk) } });
  expect([await renew(original), await renew(copy)]).toEqual(['string', 'string']);
});

test('a damaged or incomplete backup, one of another version and a used folder are refused, and change nothing', async () => {
  const made = await backup('damaged');
  await using empty = await createTestDatabase();
  const refused = async () => (await run(`restore ${made} --keys none`, { url: empty.url })).error;
  const manifest = path.join(made, 'manifest.json');
  const text = await readFile(manifest, 'utf8');
  await writeFile(manifest, text.replace('"mgrid"', '"renamed"'));
  expect(await refused()).toContain('another version');
  await writeFile(manifest, text);
  await appendFile(path.join(made, 'tables', 'users.copy.gz'), 'x');
  expect(await refused()).toContain('users.copy.gz is damaged');
  await rm(path.join(made, 'tables', 'users.copy.gz'));
  expect(await refused()).toContain('users.copy.gz is missing');
  await rm(manifest);
  expect(await refused()).toContain('holds no backup');
  expect((await run(`backup ${made}`)).error).toContain('not an empty folder');
  expect((await run(`backup ${path.join(folder, 'no-keys')}`, { keyFile: path.join(folder, 'none.json') })).code).toBe(
    1,
  );
});

test('other keys are replaced with --force only', async () => {
  const made = await backup('keys');
  const other = path.join(folder, 'other.json');
  await writeFile(other, '{}');
  await using empty = await createTestDatabase();
  expect((await run(`restore ${made}`, { url: empty.url, keyFile: other })).error).toContain('has other keys');
  expect(await readFile(other, 'utf8')).toBe('{}');
  expect(await run(`restore ${made} --force`, { url: empty.url, keyFile: other })).toMatchObject({
    code: 0,
    error: '',
  });
  expect(JSON.parse(await readFile(other, 'utf8'))).toHaveProperty('agent');
});
