import { randomUUID } from 'node:crypto';
import { auditCode } from '@vigil/shared/contract/audit-codes';
import type { BodyOf, CallOf } from '@vigil/shared/contract/endpoint';
import { issueBulkCommand } from '@vigil/shared/contract/http/commands';
import {
  runBulkDeviceAction,
  listBulkJobs,
  readBulkJob,
  type BulkDeviceChange,
} from '@vigil/shared/contract/http/device-bulk';
import { readDevice } from '@vigil/shared/contract/http/devices';
import { BulkId, type DevicePk, type GroupPk, type UserPk } from '@vigil/shared/contract/ids';
import { whereKeyIn } from '@vigil/shared/platform/db/has-key';
import { bulkJobDevices, bulkJobs } from '@vigil/shared/platform/db/schema/bulk-jobs';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { users } from '@vigil/shared/platform/db/schema/users';
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { apiTest } from '../../../testing/fixture.ts';
import type { TestApi } from '../../../testing/test-api.ts';
import { addCompany, addDevices, addGroup, addMember, guestTokenOf, type TestCompany } from '../../../testing/world.ts';
import { insertBulkJob, type StoredBulkJob } from './queries.ts';
import { runBulkJob } from './run-bulk-job.ts';

const test = apiTest();
let api: TestApi;
let company: TestCompany;
let floor: GroupPk;

test.beforeAll(async ({ api: started }) => {
  api = started;
  company = await addCompany(api);
  floor = await addGroup(api, company, 'Floor');
});

const newId = () => BulkId.parse(randomUUID());
const pksOf = (rows: readonly { pk: DevicePk }[]) => rows.map(({ pk }) => pk);
const add = async (count: number, group = floor) => pksOf(await addDevices(api, { company, group }, count));
const tag: BulkDeviceChange = { action: 'tag', add: ['checked'], remove: [] };
const change = (token: string, body: object) =>
  api.call(token, runBulkDeviceAction, { body: body as BodyOf<typeof runBulkDeviceAction> });
const jobsOf = async (token: string) => (await api.call(token, listBulkJobs)).objects;
const read = (token: string, id: BulkId, query: CallOf<typeof readBulkJob>['query'] = {}) =>
  api.call(token, readBulkJob, { params: { id }, query });

/** How often each device was tagged, by the audits. */
const tagged = async (pks: readonly DevicePk[]) => {
  const rows = await api.deps.database.asSystem((tx) =>
    tx
      .select({ pk: audits.deviceFk })
      .from(audits)
      .where(and(whereKeyIn(audits.deviceFk, pks), eq(audits.actNameId, auditCode.tags))),
  );
  return pks.map((pk) => rows.filter((row) => row.pk === pk).length);
};

/** A job whose process ended before it has changed anything. */
async function abandoned(user: UserPk, pks: readonly DevicePk[], more: Partial<typeof bulkJobs.$inferInsert> = {}) {
  const actor = { user, company: company.pk, sight: 'all' } as Parameters<typeof insertBulkJob>[1]['actor'];
  return api.deps.database.inCompany(company.pk, async (tx) => {
    const job = await insertBulkJob(tx, { id: newId(), actor, change: tag, pks, attempt: randomUUID() });
    if (!job) throw new Error('not stored');
    await tx
      .update(bulkJobs)
      .set({ leaseUntil: new Date(0), ...more })
      .where(eq(bulkJobs.id, job.id));
    return job;
  });
}
const stored = async ({ id }: Pick<StoredBulkJob, 'id'>) => {
  const [job] = await api.deps.database.asSystem((tx) => tx.select().from(bulkJobs).where(eq(bulkJobs.id, id)));
  return job;
};
const outcomesOf = async ({ id }: Pick<StoredBulkJob, 'id'>) => {
  const { outcome, n } = getTableColumns(bulkJobDevices);
  const rows = await api.deps.database.asSystem((tx) =>
    tx.select({ outcome }).from(bulkJobDevices).where(eq(bulkJobDevices.jobFk, id)).orderBy(n),
  );
  return rows.map((row) => row.outcome);
};
const finished = (job: Pick<StoredBulkJob, 'id'>) =>
  eventually(async () => {
    const now = await stored(job);
    expect(now?.finishedAt).toBeInstanceOf(Date);
    return now;
  });
const manager = async (): Promise<UserPk> => {
  const [row] = await api.deps.database.asSystem((tx) =>
    tx.select({ pk: users.pk }).from(users).where(eq(users.mgrid, company.adminId)),
  );
  return row!.pk;
};

test('a job is stored with its devices, and read by its user', async () => {
  const pks = await add(12);
  const bulk_id = newId();
  const unknown = 999_999 as DevicePk;
  const { objects } = await change(company.admin, { ...tag, device_pks: [...pks, unknown], confirm: 13, bulk_id });
  expect(objects).toEqual({ done: pks, refused: [{ device_pk: unknown, code: 'not_found' }] });
  const [job] = await jobsOf(company.admin);
  expect(job).toMatchObject({ id: bulk_id, action: 'tag', total: 13, done: 12, refused: 1 });
  expect(job?.finished_at).not.toBeNull();

  const page = await read(company.admin, bulk_id, { limit: 5, offset: 10 });
  expect(page.objects).toEqual([
    { device_pk: pks[10], alias: 'device 11', outcome: 'done' },
    { device_pk: pks[11], alias: 'device 12', outcome: 'done' },
    { device_pk: unknown, alias: null, outcome: 'not_found' },
  ]);
  expect(page.meta).toEqual({ total_count: 13, job });
  const refused = await read(company.admin, bulk_id, { outcome: 'refused', search_mode: 'all' });
  expect([refused.objects.length, refused.meta.total_count]).toEqual([1, 1]);
});

test('the same id is the same job: its outcome is answered again, to its user only', async () => {
  const pks = await add(3);
  const body = { ...tag, device_pks: pks, bulk_id: newId() };
  const answers = await Promise.all([change(company.admin, body), change(company.admin, body)]);
  const again = await change(company.admin, body);
  for (const { objects } of [...answers, again]) expect(objects).toEqual({ done: pks, refused: [] });
  expect(await tagged(pks)).toEqual([1, 1, 1]);

  const other = await change(company.admin, { ...body, add: ['another'] });
  expect(other).toMatchObject({ status: 409, error: { code: 'conflict', field: 'bulk_id' } });
  const colleague = await addMember(api, company, { groups: [floor], authVal: 15 });
  expect((await change(colleague.token, body)).error?.code).toBe('conflict');
  const stranger = await addCompany(api);
  expect((await change(stranger.admin, body)).error?.code).toBe('conflict');
  for (const token of [colleague.token, stranger.admin]) {
    expect(await jobsOf(token)).toEqual([]);
    expect((await read(token, body.bulk_id)).error?.code).toBe('not_found');
  }
});

test('a refused request leaves no job', async () => {
  const pks = await add(12);
  const bulk_id = newId();
  expect((await change(company.admin, { ...tag, device_pks: pks, bulk_id })).error?.code).toBe('confirm_required');
  expect((await read(company.admin, bulk_id)).error?.code).toBe('not_found');
});

test('a job whose process has ended is finished by another one, from where it was', async () => {
  const pks = await add(4);
  const job = await abandoned(await manager(), pks, { leaseUntil: new Date(Date.now() + 3_600_000) });
  // The first two were handled before it ended.
  await api.deps.database.asSystem(async (tx) => {
    await tx.execute(sql`update bulk_job_devices set outcome = 'done' where job_fk = ${job.id} and n <= 2`);
    await tx
      .update(bulkJobs)
      .set({ done: 2, leaseUntil: new Date(0) })
      .where(eq(bulkJobs.id, job.id));
  });
  expect(await finished(job)).toMatchObject({ done: 4, refused: 0 });
  expect(await tagged(pks)).toEqual([0, 0, 1, 1]);
});

test('a process that lost its job to another one changes nothing more', async () => {
  const pks = await add(2);
  const job = await abandoned(await manager(), pks, {
    attempt: randomUUID(),
    leaseUntil: new Date(Date.now() + 3_600_000),
  });
  await runBulkJob(api.deps, job, pks);
  expect(await tagged(pks)).toEqual([0, 0]);
  expect(await stored(job)).toMatchObject({ done: 0, finishedAt: null });
});

test('a repeated request continues the job of a process that has ended, and waits for one that works on it', async () => {
  const pks = await add(3);
  const job = await abandoned(await manager(), pks, { leaseUntil: new Date(Date.now() + 3_600_000) });
  const repeated = change(company.admin, { ...tag, device_pks: pks, bulk_id: job.id });
  await api.deps.database.asSystem((tx) =>
    tx
      .update(bulkJobs)
      .set({ leaseUntil: new Date(0) })
      .where(eq(bulkJobs.id, job.id)),
  );
  expect((await repeated).objects).toEqual({ done: pks, refused: [] });
  expect(await tagged(pks)).toEqual([1, 1, 1]);
});

test('the rights of the user are those of the moment at which a device is changed', async () => {
  const rights = { authVal: 15, groups: [floor] };
  const elsewhere = await addGroup(api, company, 'Elsewhere');
  const people = {
    inactive: await addMember(api, company, rights),
    deleted: await addMember(api, company, rights),
    powerless: await addMember(api, company, rights),
    able: await addMember(api, company, rights),
  };
  const [seen, unseen] = [(await add(1))[0]!, (await add(1, elsewhere))[0]!];
  await api.deps.database.asSystem(async (tx) => {
    await tx.update(users).set({ active: false }).where(eq(users.pk, people.inactive.pk));
    await tx.delete(users).where(eq(users.pk, people.deleted.pk));
    await tx.update(users).set({ authVal: 0 }).where(eq(users.pk, people.powerless.pk));
  });
  const outcomes = async (user: UserPk, more = {}) => {
    const job = await abandoned(user, [seen, unseen], more);
    await finished(job);
    return outcomesOf(job);
  };
  const { inactive, deleted, powerless, able } = people;
  const none = ['not_allowed', 'not_allowed'];
  const late = { createdAt: new Date(Date.now() - 3_600_000) };
  expect(
    await Promise.all([
      outcomes(inactive.pk),
      outcomes(deleted.pk),
      outcomes(powerless.pk),
      outcomes(able.pk),
      outcomes(able.pk, late),
    ]),
  ).toEqual([none, none, none, ['done', 'not_found'], ['unavailable', 'unavailable']]);
  expect(await tagged([seen, unseen])).toEqual([1, 0]);
});

test('devices that the user does not see any more are not named; deleted ones are', async () => {
  const elsewhere = await addGroup(api, company, 'Out of sight');
  const member = await addMember(api, company, { groups: [floor], authVal: 15 });
  const [here, moved, gone] = (await add(3)) as [DevicePk, DevicePk, DevicePk];
  const [hidden] = (await add(1, elsewhere)) as [DevicePk];
  const bulk_id = newId();
  await change(member.token, { ...tag, device_pks: [here, moved, gone, hidden], bulk_id });
  await api.deps.database.asSystem(async (tx) => {
    await tx.update(devices).set({ groupFk: elsewhere }).where(eq(devices.pk, moved));
    // One that the user has never seen is not named after its deletion either.
    await tx.execute(sql`delete from devices where pk in (${gone}, ${hidden})`);
  });
  const { objects } = await read(member.token, bulk_id);
  expect(objects.map(({ alias, outcome }) => [alias, outcome])).toEqual([
    ['device 1', 'done'],
    [null, 'done'],
    ['device 3', 'done'],
    [null, 'not_found'],
  ]);
});

test('a guest deletes no devices, neither by a change of many nor by a command to many', async () => {
  const guest = await guestTokenOf(api, company);
  const device_pks = await add(1);
  const refusal = { code: 'not_allowed', reason: 'role', detail: 'guest' };
  const body = { id: newId(), device_pks, change: { action: 'delete' } };
  expect(await change(guest, body)).toMatchObject({ status: 403, error: refusal });
  const command = await api.call(guest, issueBulkCommand, { body: { device_pks, type: 'delete' } });
  expect(command).toMatchObject({ status: 403, error: refusal });
  expect((await api.call(company.admin, readDevice, { params: { pk: String(device_pks[0]) } })).status).toBe(200);
});
