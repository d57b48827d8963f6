import { createHash, randomBytes } from 'node:crypto';
import { Failure } from '@vigil/shared/contract/endpoint';
import {
  cancelInstallation,
  createApplication,
  deleteApplication,
  installApplication,
  listApplications,
  listInstallations,
  readApplication,
  changeInstallSettings,
  uploadApplicationPiece,
} from '@vigil/shared/contract/http/applications';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { issueBulkCommand, issueCommand } from '@vigil/shared/contract/http/commands';
import { CommandId, type ApplicationPk, type GroupPk } from '@vigil/shared/contract/ids';
import { createCommandSigner } from '@vigil/shared/platform/command-signer';
import { applicationChunks } from '@vigil/shared/platform/db/schema/applications';
import { commands } from '@vigil/shared/platform/db/schema/commands';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { devices as deviceTable } from '@vigil/shared/platform/db/schema/devices';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../../testing/fixture.ts';
import { addressOf, type TestApi } from '../../../testing/test-api.ts';
import {
  addCompany,
  addDevices,
  addGroup,
  addMember,
  connectDevices,
  type TestCompany,
  type TestDevice,
} from '../../../testing/world.ts';

const test = apiTest({ APPLICATION_MAX_MB: '4', APPLICATION_TOTAL_MB: '12' });
let api: TestApi;
let company: TestCompany;
let floor: GroupPk;
let online: TestDevice;
let offline: TestDevice;

test.beforeAll(async ({ api: started, company: added }) => {
  [api, company] = [started, added];
  floor = await addGroup(api, company, 'Floor');
  [online, offline] = (await addDevices(api, { company, group: floor }, 2)) as [TestDevice, TestDevice];
  await connectDevices(api, company, [online.pk]);
});

const SCRIPT = Buffer.from('#!/bin/sh\necho installed\n');
const MB = 1_048_576;
const path = (pk: number) => ({ pk: String(pk) });
const sha256Of = (data: Buffer) => createHash('sha256').update(data).digest('hex');
let count = 0;

const create = (file: Buffer, more: object = {}, token = company.admin) =>
  api.call(token, createApplication, {
    body: { name: `App ${(count += 1)}`, version: '1.0', file_name: 'app.sh', size: file.length, ...more },
  });

async function put(pk: number, data: Buffer, query: { offset: number; sha256?: string }, token = company.admin) {
  const reply = await api.app.inject({
    method: 'PUT',
    url: addressOf(uploadApplicationPiece, { params: path(pk), query: { ...query, offset: String(query.offset) } }),
    headers: { token, 'content-type': 'application/octet-stream' },
    payload: data,
  });
  const answer: unknown = reply.json();
  return reply.statusCode === 200
    ? { status: 200, application: (answer as { objects: { received: number; state: string }[] }).objects[0] }
    : { status: reply.statusCode, error: Failure.parse(answer).error };
}

async function upload(file: Buffer, more: object = {}): Promise<ApplicationPk> {
  const { objects, error } = await create(file, more);
  const pk = objects?.[0]?.pk;
  if (pk === undefined) throw new Error(error?.code);
  for (let offset = 0; offset < file.length; offset += MB) {
    const { status } = await put(pk, file.subarray(offset, offset + MB), { offset });
    expect(status).toBe(200);
  }
  return pk;
}

const install = (pk: number, body: object, token = company.admin) =>
  api.call(token, installApplication, { params: path(pk), body });
const bulkLimit = (bulkConfirmOver: number) =>
  api.deps.database.asSystem((tx) => tx.update(companies).set({ bulkConfirmOver }).where(eq(companies.pk, company.pk)));
const ledgerRow = async (id: string) =>
  (
    await api.deps.database.asSystem((tx) =>
      tx
        .select()
        .from(commands)
        .where(eq(commands.id, id as never)),
    )
  )[0];

test('a file is uploaded in pieces, goes on where it stopped, and is hashed by what was stored', async () => {
  const file = Buffer.concat([SCRIPT, randomBytes(2 * MB)]);
  const pk = (await create(file, { sha256: sha256Of(file) })).objects[0]?.pk ?? 0;
  const first = await put(pk, file.subarray(0, MB), { offset: 0, sha256: sha256Of(file.subarray(0, MB)) });
  expect(first.application).toMatchObject({ received: MB, state: 'uploading', kind: 'sh', sha256: null });
  // The answer was lost, and the piece is sent again; then one from somewhere else.
  for (const offset of [0, 2 * MB])
    expect(await put(pk, file.subarray(offset, offset + MB), { offset })).toMatchObject({
      status: 409,
      error: { code: 'conflict', detail: MB },
    });
  const altered = await put(pk, SCRIPT, { offset: MB, sha256: sha256Of(file) });
  expect(altered.error?.code).toBe('hash_mismatch');
  await put(pk, file.subarray(MB, 2 * MB), { offset: MB });
  const last = await put(pk, file.subarray(2 * MB), { offset: 2 * MB });
  expect(last.application).toMatchObject({ received: file.length, state: 'ready', sha256: sha256Of(file) });
  const audits = await api.call(company.admin, listAudits, { query: { search_mode: 'all' } });
  expect(audits.objects.find((row) => row.act_name_id === 81)?.new_value).toContain(sha256Of(file));
});

test('two uploads of the same piece at once store it once', async () => {
  const file = Buffer.concat([SCRIPT, randomBytes(MB)]);
  const pk = (await create(file)).objects[0]?.pk ?? 0;
  const replies = await Promise.all([1, 2, 3].map(() => put(pk, file.subarray(0, MB), { offset: 0 })));
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  const last = await put(pk, file.subarray(MB), { offset: MB });
  expect(last.application).toMatchObject({ state: 'ready', sha256: sha256Of(file) });
});

test('the type is found in the file; what cannot be installed is refused with its first piece', async () => {
  for (const [head, kind] of [
    ['!<arch>\ndebian-binary   ', 'deb'],
    ['MZ and the rest of a program', 'exe'],
    ['xar! and the rest of a package', 'pkg'],
  ] as const) {
    const pk = await upload(Buffer.from(head), { file_name: 'picture.png' });
    expect((await api.call(company.admin, readApplication, { params: path(pk) })).objects[0]?.kind).toBe(kind);
    await api.call(company.admin, deleteApplication, { params: path(pk) });
  }
  const html = Buffer.from('<html>this is not an installer</html>');
  const pk = (await create(html, { file_name: 'app.deb' })).objects[0]?.pk ?? 0;
  expect((await put(pk, html, { offset: 0 })).error?.code).toBe('unsupported_file');
  // Nothing of it stays: the right file may have its name.
  expect((await api.call(company.admin, readApplication, { params: path(pk) })).status).toBe(404);
});

test('another file than the announced one is refused and deleted', async () => {
  const pk = (await create(SCRIPT, { sha256: '0'.repeat(64) })).objects[0]?.pk ?? 0;
  expect((await put(pk, SCRIPT, { offset: 0 })).error?.code).toBe('hash_mismatch');
  expect((await api.call(company.admin, readApplication, { params: path(pk) })).status).toBe(404);
});

test('size, space, piece, and name have their limits', async () => {
  expect((await create(SCRIPT, { size: 4 * MB + 1 })).error?.code).toBe('too_large');
  const full = await addCompany(api);
  const most = () => create(SCRIPT, { size: 4 * MB }, full.admin);
  const [held] = [await most(), await most(), await most()];
  expect((await most()).error?.code).toBe('application_limit');
  const larger = await put(held.objects[0]?.pk ?? 0, randomBytes(MB + 1), { offset: 0 }, full.admin);
  expect(larger.error?.code).toBe('too_large');
  await upload(SCRIPT, { name: 'Same', version: '2' });
  expect((await create(SCRIPT, { name: 'same', version: '2' })).error?.code).toBe('application_exists');
  expect((await create(SCRIPT, { name: 'Same', version: '3' })).status).toBe(200);
});

test('deleting an application deletes its bytes', async () => {
  const pk = await upload(SCRIPT);
  await api.call(company.admin, deleteApplication, { params: path(pk) });
  const rows = await api.deps.database.asSystem((tx) =>
    tx.select().from(applicationChunks).where(eq(applicationChunks.applicationFk, pk)),
  );
  expect(rows).toEqual([]);
});

test('an installation is one signed command a device, with the hash of the file', async () => {
  const pk = await upload(SCRIPT, { install_args: ['--quiet'], run_after: ['/bin/true'] });
  const { objects } = await install(pk, { device_group_pk: floor });
  expect(objects.refused).toEqual([{ device_pk: offline.pk, code: 'not_online_warning' }]);
  expect(objects.commands).toMatchObject([{ device_pk: online.pk, state: 'queued' }]);
  const row = await ledgerRow(objects.commands[0]?.id ?? '');
  expect(row?.args).toMatchObject({ sha256: sha256Of(SCRIPT), size: SCRIPT.length, install_args: ['--quiet'] });
  const { id, type, args, deadline, keyId, signature } = row as NonNullable<typeof row>;
  const signed = { id, guid: online.guid, type, args, deadline };
  const by = { key_id: keyId ?? '', signature: signature ?? '' };
  const signer = createCommandSigner(api.deps.keyRing.command);
  expect(await signer.verifies(signed, by)).toBe(true);
  expect(await signer.verifies({ ...signed, args: { ...args, sha256: '0'.repeat(64) } }, by)).toBe(false);
  const [installation] = (await api.call(company.admin, listInstallations, { params: path(pk) })).objects;
  expect(installation).toMatchObject({ id, device_pk: online.pk, action: 'install', state: 'queued' });
  // The same request again makes no second commands.
  const again = await install(pk, { device_group_pk: floor, bulk_id: objects.bulk_id });
  expect(again.objects.commands).toEqual(objects.commands);
  const listed = (await api.call(company.admin, listApplications)).objects.find((one) => one.pk === pk);
  expect(listed?.counts).toEqual({ installed: 0, open: 1, failed: 0 });
});

test('an application is installed as the last command that was done has left it', async () => {
  const pk = await upload(Buffer.from('!<arch>\ndebian-binary   '));
  const after = async (action: 'install' | 'uninstall', state: 'done' | 'failed' | 'queued') => {
    const { objects } = await install(pk, { device_pks: [online.pk], action });
    const id = CommandId.parse(objects.commands[0]?.id);
    await api.deps.database.asSystem((tx) => tx.update(commands).set({ state }).where(eq(commands.id, id)));
    return (await api.call(company.admin, listApplications)).objects.find((one) => one.pk === pk)?.counts;
  };
  expect(await after('install', 'failed')).toEqual({ installed: 0, open: 0, failed: 1 });
  expect(await after('install', 'done')).toEqual({ installed: 1, open: 0, failed: 0 });
  expect(await after('install', 'failed')).toEqual({ installed: 1, open: 0, failed: 1 });
  expect(await after('uninstall', 'failed')).toEqual({ installed: 1, open: 0, failed: 1 });
  expect(await after('uninstall', 'done')).toEqual({ installed: 0, open: 0, failed: 0 });
  expect(await after('install', 'failed')).toEqual({ installed: 0, open: 0, failed: 1 });
});

test('a device whose system runs no such file gets no command, and is not counted', async () => {
  const mixed = await addGroup(api, company, 'Mixed');
  const own = await addDevices(api, { company, group: mixed }, 5);
  await connectDevices(
    api,
    company,
    own.map(({ pk }) => pk),
  );
  const systems = [1, 2, 3, 4, 0] as const;
  await api.deps.database.asSystem((tx) =>
    Promise.all(
      own.map(({ pk }, i) => tx.update(deviceTable).set({ osId: systems[i]! }).where(eq(deviceTable.pk, pk))),
    ),
  );
  const [windows, linux, macos, phone, unknown] = own.map(({ pk }) => pk);
  const takenBy = async (head: string, body: object = {}) => {
    const { objects } = await install(await upload(Buffer.from(head)), { device_group_pk: mixed, ...body });
    const left = objects.refused.map(({ device_pk, code }) => [device_pk, code]);
    const taken = objects.commands.map(({ device_pk }) => device_pk).toSorted((a, b) => a - b);
    expect(left).toEqual(own.filter(({ pk }) => !taken.includes(pk)).map(({ pk }) => [pk, 'install_unsupported']));
    return taken;
  };
  expect(await takenBy('#!/bin/sh and the rest')).toEqual([linux, macos, unknown]);
  expect(await takenBy('MZ and the rest of a program')).toEqual([windows, unknown]);
  expect(await takenBy('!<arch>\ndebian-binary   ')).toEqual([linux, unknown]);
  const later = new Date(api.deps.now() + 3_600_000).toISOString();
  expect(await takenBy('xar! and the rest of a package', { schedule_time: later })).toEqual([macos, unknown]);
  expect(phone).toBeDefined();
  await bulkLimit(1);
  const pk = await upload(Buffer.from('MZ and the rest of a program'));
  const asked = await install(pk, { device_group_pk: mixed });
  expect(asked).toMatchObject({ status: 409, error: { code: 'confirm_required', detail: 2 } });
  await bulkLimit(50);
});

test('what is not complete, not offered, or cannot be removed is refused', async () => {
  const begun = (await create(SCRIPT)).objects[0]?.pk ?? 0;
  const devices = { device_pks: [online.pk] };
  expect((await install(begun, devices)).error?.code).toBe('application_not_ready');
  const pk = await upload(SCRIPT, { flag_install: 0 });
  expect((await install(pk, devices)).error?.code).toBe('application_not_ready');
  await api.call(company.admin, changeInstallSettings, { params: path(pk), body: { flag_install: 1 } });
  expect((await install(pk, devices)).status).toBe(200);
  expect((await install(pk, { ...devices, action: 'uninstall' })).error?.code).toBe('install_unsupported');
  expect((await install(pk, {})).error?.code).toBe('malformed');
});

test('an application with a PIN is installed only by those who type it', async () => {
  const pk = await upload(SCRIPT, { pin: '4711' });
  const devices = { device_pks: [online.pk] };
  for (const pin of [undefined, '4712'])
    expect((await install(pk, { ...devices, pin })).error?.code).toBe('invalid_pin');
  expect((await install(pk, { ...devices, pin: '4711' })).status).toBe(200);
  const one = (await api.call(company.admin, readApplication, { params: path(pk) })).objects[0];
  expect(one?.flag_pin).toBe(1);
  expect(JSON.stringify(one)).not.toMatch(/4711|argon/u);
});

test('a scheduled installation waits for its time, also on a device that is offline now, and can be cancelled', async () => {
  const pk = await upload(SCRIPT);
  const at = new Date(api.deps.now() + 3_600_000).toISOString();
  const past = new Date(api.deps.now() - 1_000).toISOString();
  const devices = { device_pks: [online.pk, offline.pk] };
  expect((await install(pk, { ...devices, schedule_time: past })).error?.code).toBe('schedule_invalid');
  const { objects } = await install(pk, { ...devices, schedule_time: at });
  expect(objects.commands).toHaveLength(2);
  const [first, second] = objects.commands;
  const row = await ledgerRow(first?.id ?? '');
  expect(row?.deadline.getTime()).toBe(Date.parse(at) + 60_000);
  expect(row?.args['not_before']).toBe(at);
  const queued = await api.deps.queues.all()[0]?.getJobs(['waiting', 'delayed', 'active']);
  expect(queued?.map((job) => job.id)).not.toContain(first?.id);
  const params = { ...path(pk), id: first?.id ?? '' };
  expect((await api.call(company.admin, cancelInstallation, { params })).status).toBe(200);
  expect((await api.call(company.admin, cancelInstallation, { params })).error?.code).toBe('conflict');
  expect(await ledgerRow(first?.id ?? '')).toMatchObject({ state: 'failed', message: 'cancelled' });
  // The other one goes with the application.
  await api.call(company.admin, deleteApplication, { params: path(pk) });
  expect(await ledgerRow(second?.id ?? '')).toMatchObject({ state: 'failed', message: 'cancelled' });
});

test('many devices at once have to be confirmed', async () => {
  const pk = await upload(SCRIPT);
  await bulkLimit(1);
  const asked = await install(pk, { device_group_pk: floor });
  expect(asked).toMatchObject({ status: 409, error: { code: 'confirm_required', detail: 2 } });
  expect((await install(pk, { device_group_pk: floor, confirm: 2 })).status).toBe(200);
  await bulkLimit(50);
});

test('members see the applications of the company and of their groups, and change none', async () => {
  const other = await addGroup(api, company, 'Other');
  const member = await addMember(api, company, { groups: [floor] });
  const [everywhere, here, elsewhere] = [
    await upload(SCRIPT),
    await upload(SCRIPT, { device_group_fk: floor }),
    await upload(SCRIPT, { device_group_fk: other }),
  ];
  const seen = (await api.call(member.token, listApplications)).objects.map((one) => one.pk);
  expect(seen).toEqual(expect.arrayContaining([everywhere, here]));
  expect(seen).not.toContain(elsewhere);
  expect((await api.call(member.token, listInstallations, { params: path(elsewhere) })).status).toBe(404);
  expect((await install(here, { device_pks: [online.pk] }, member.token)).error?.code).toBe('not_allowed');
  expect((await create(SCRIPT, {}, member.token)).error?.code).toBe('not_allowed');
  expect((await put(here, SCRIPT, { offset: 0 }, member.token)).error?.code).toBe('not_allowed');
});

test('an application is not installed as a plain command', async () => {
  const body = { type: 'application_install' } as never;
  const single = await api.call(company.admin, issueCommand, { params: { guid: online.guid }, body });
  const bulk = await api.call(company.admin, issueBulkCommand, {
    body: { device_pks: [online.pk], ...(body as object) } as never,
  });
  expect([single.error?.code, bulk.error?.code]).toEqual(['malformed', 'malformed']);
});
