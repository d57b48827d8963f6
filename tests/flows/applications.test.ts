// @module-tag slow
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createHandshake } from '@vigil/agent/credential';
import { readIdentity } from '@vigil/agent/identity';
import { loadSigner } from '@vigil/agent/signer';
import { folderStore } from '@vigil/agent/state-store';
import {
  createApplication,
  installApplication,
  listInstallations,
  readApplication,
  uploadApplicationPiece,
  type ApplicationInstallation,
} from '@vigil/shared/contract/http/applications';
import { listDevices } from '@vigil/shared/contract/http/devices';
import { DeviceGuid, type ApplicationPk, type DevicePk } from '@vigil/shared/contract/ids';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import postgres from 'postgres';
import { startAgentProcess } from '../support/agent-process.ts';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { startFleetOn } from '../support/fleet.ts';
import { expect, test } from '../support/system-test.ts';

const MB = 1_048_576;

function first<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('no rows');
  return row;
}

const byPk = (pk: number) => ({ pk: String(pk) });

const create = async (client: Client, file: Buffer, more: object = {}): Promise<ApplicationPk> => {
  const body = { name: 'Example', version: '1.0', file_name: 'example.sh', size: file.length, ...more };
  return first((await client.call(createApplication, { body })).objects).pk;
};

async function put(client: Client, pk: ApplicationPk, { file, offset }: { file: Buffer; offset: number }) {
  const address = `${API_BASE}${uploadApplicationPiece.path.replace(':pk', String(pk))}?offset=${offset}`;
  const reply = await client.fetch(address, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(file.subarray(offset, offset + MB)),
  });
  return reply.status;
}

async function upload(client: Client, file: Buffer, more: object = {}): Promise<ApplicationPk> {
  const pk = await create(client, file, more);
  for (let offset = 0; offset < file.length; offset += MB) expect(await put(client, pk, { file, offset })).toBe(200);
  return pk;
}

const onlineDevice = (client: Client): Promise<DevicePk> =>
  eventually(async () => {
    const { objects } = await client.call(listDevices, { query: { search_mode: 'all' } });
    const device = first(objects);
    expect(device.alive).toBe(1);
    return device.pk;
  });

const ended = (client: Client, pk: ApplicationPk): Promise<ApplicationInstallation> =>
  eventually(async () => {
    const installation = first((await client.call(listInstallations, { params: byPk(pk) })).objects);
    expect(['done', 'failed', 'expired']).toContain(installation.state);
    return installation;
  });

/** Asks for the file of an installation, with the keys of the agent in the folder. @returns the status of the answer */
async function requestFile(client: Client, folder: string, id: string): Promise<number> {
  const store = folderStore(folder);
  const identity = readIdentity(store);
  if (identity === null) throw new Error('not enrolled');
  const proof = createHandshake(
    {
      guid: DeviceGuid.parse(identity.guid),
      credential: identity.credential,
      agentVersion: '1',
      hardware: null,
      checksCommands: true,
    },
    loadSigner(store),
    { purpose: `application:${id}`, ts: Date.now() },
  );
  const reply = await client.fetch(`${API_BASE}/agents/applications/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(proof),
  });
  return reply.status;
}

test('a shell archive is uploaded over a killed API, installed by the agent once, and another file is never run', async ({
  start,
}) => {
  const stack = await start();
  const client = await stack.signIn();
  await using computer = await startAgentProcess(stack);
  const { folder } = computer;
  const device = await onlineDevice(client);
  const target = path.join(folder, 'installed');
  // What follows `exit` is the archive: it is read by the script from its own file.
  const script = `#!/bin/sh\nsed '1,/^DATA$/d' "$0" > "$1"; echo "installed to $1"; exit 0\nDATA\n`;
  const data = randomBytes(2 * MB);
  const file = Buffer.concat([Buffer.from(script), data]);
  const sha256 = createHash('sha256').update(file).digest('hex');

  const pk = await create(client, file, { sha256, install_args: [target] });
  expect(await put(client, pk, { file, offset: 0 })).toBe(200);
  await stack.api.kill();
  await stack.api.start();
  const { received } = first((await client.call(readApplication, { params: byPk(pk) })).objects);
  expect(received).toBe(MB);
  for (let offset = received; offset < file.length; offset += MB) await put(client, pk, { file, offset });
  const ready = first((await client.call(readApplication, { params: byPk(pk) })).objects);
  expect(ready).toMatchObject({ state: 'ready', kind: 'sh', sha256 });

  await client.call(installApplication, { params: byPk(pk), body: { device_pks: [device] } });
  const done = await ended(client, pk);
  expect(done).toMatchObject({ state: 'done', output: `installed to ${target}\n` });
  expect(readFileSync(target).equals(data)).toBe(true);

  // The file of a command is served once: a second request is refused, also one of the same device.
  expect(await requestFile(client, folder, done.id)).toBe(404);

  // Someone who can write to the database exchanges the file after the upload.
  rmSync(target);
  const sql = postgres(stack.databaseAdminUrl, { max: 1 });
  await sql`update application_chunks set data = ${Buffer.from(`#!/bin/sh\ntouch ${target}\n`.padEnd(MB))} where at = 0`;
  await sql.end();
  await client.call(installApplication, { params: byPk(pk), body: { device_pks: [device] } });
  expect(await ended(client, pk)).toMatchObject({ state: 'failed', message: 'hash_mismatch' });
  expect(existsSync(target)).toBe(false);
});

test('[CMD-6] an installation outlives a crash of the agent: its files stay, and its end is reported', async ({
  start,
}) => {
  const stack = await start();
  const client = await stack.signIn();
  await using computer = await startAgentProcess(stack);
  const { folder } = computer;
  const device = await onlineDevice(client);
  const [begun, go] = [path.join(folder, 'begun'), path.join(folder, 'go')];
  const waiting = `while [ -d ${folder} ] && [ ! -e ${go} ]; do sleep 0.1; done`;
  const file = Buffer.from(`#!/bin/sh\necho begun >> ${begun}\n${waiting}\ncat "$0" > ${begun}.copy\necho installed\n`);
  const pk = await upload(client, file);
  await client.call(installApplication, { params: byPk(pk), body: { device_pks: [device] } });
  await eventually(() => expect(existsSync(begun)).toBe(true));
  await computer.kill();
  await computer.start();
  await computer.connected();
  const [running] = (await client.call(listInstallations, { params: byPk(pk) })).objects;
  expect(running?.state).toBe('running');
  writeFileSync(go, '');
  expect(await ended(client, pk)).toMatchObject({ state: 'done', percent: 100, output: 'installed\n' });
  expect(readFileSync(begun, 'utf8')).toBe('begun\n');
  expect(readFileSync(`${begun}.copy`).equals(file)).toBe(true);
});

test('a scheduled installation runs at its time, on many devices, with their failures', async ({ start }) => {
  const stack = await start();
  const client = await stack.signIn();
  await using _fleet = await startFleetOn(stack, 150);
  const { objects: devices } = await client.call(listDevices, { query: { search_mode: 'all' } });
  const pk = await upload(client, Buffer.from('#!/bin/sh\n'));
  const at = new Date(Date.now() + 8_000);
  const group = first(devices).device_group_fk;
  // Linux and macOS run scripts.
  const able = devices.filter(({ dev_os_id }) => dev_os_id === 2 || dev_os_id === 3).length;
  const body = { device_group_pk: group, schedule_time: at.toISOString(), confirm: able };
  const { objects } = await client.call(installApplication, { params: byPk(pk), body });
  expect(objects.commands).toHaveLength(able);
  expect(objects.refused).toHaveLength(devices.length - able);
  const rows = await eventually(async () => {
    const { objects: installations } = await client.call(listInstallations, { params: byPk(pk) });
    expect(installations.every(({ state }) => state === 'done' || state === 'failed')).toBe(true);
    return installations;
  });
  for (const { finished_at } of rows) expect(Date.parse(finished_at ?? '')).toBeGreaterThanOrEqual(at.getTime());
  const failures = rows.filter(({ state }) => state === 'failed');
  console.info(`${rows.length - failures.length} of ${rows.length} simulated devices installed it`);
  expect(failures.length).toBeGreaterThan(0);
  for (const { message } of failures) expect(message).toContain('not enough space');
  const { counts } = first((await client.call(readApplication, { params: byPk(pk) })).objects);
  expect(counts).toEqual({ installed: rows.length - failures.length, open: 0, failed: failures.length });
});
