import { randomUUID } from 'node:crypto';
import { auditCode } from '@vigil/shared/contract/audit-codes';
import type { AuditExport, DeviceExport } from '@vigil/shared/contract/http/exports';
import { DevicePk, ExportId, GroupPk, UserPk } from '@vigil/shared/contract/ids';
import { MAX_READ_REQUEST_DEVICES } from '@vigil/shared/contract/limits';
import { wallScreenLoginId } from '@vigil/shared/domain/wall-screen-login-id';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { connectDatabase } from '@vigil/shared/platform/db/client';
import { approvals } from '@vigil/shared/platform/db/schema/approvals';
import { devices, groupMembers } from '@vigil/shared/platform/db/schema/devices';
import { exportChunks, exports } from '@vigil/shared/platform/db/schema/exports';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { users } from '@vigil/shared/platform/db/schema/users';
import { connectQueueRedis } from '@vigil/shared/platform/queues';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { asc, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { readSheet } from '../../../tests/support/workbook.ts';
import { createJobCounter } from '../define-worker.ts';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { deleteOldExports, requeueLostExports } from './maintain-exports.ts';
import { beginAttempt } from './queries.ts';
import { exportsWorker } from './write-export.ts';

const test = workersTest();
const SEOUL = 32;
let workers: WorkersTestContext;
let admin: UserPk;
const told: unknown[] = [];

test.beforeAll(async ({ workers: started }) => {
  workers = started;
  admin = await addUser('Manager');
  await workers.deps.redis.subscribe(busChannels.company(workers.company), (text) => void told.push(JSON.parse(text)));
});

const system = <T>(work: Parameters<typeof workers.deps.database.asSystem<T>>[0]) =>
  workers.deps.database.asSystem(work);

async function addUser(type: string, more: Partial<typeof users.$inferInsert> = {}): Promise<UserPk> {
  const values = { companyFk: workers.company, mgrid: randomUUID().slice(0, 30), passwordHash: '-', type, ...more };
  const [row] = await system((tx) =>
    tx
      .insert(users)
      .values({ ...values, timeZoneId: SEOUL })
      .returning(),
  );
  return UserPk.parse(row?.pk);
}

/** A group of its own with devices in it. */
async function addDevices(aliases: readonly string[], more: Partial<typeof devices.$inferInsert> = {}) {
  const name = randomUUID().slice(0, 30);
  const [row] = await system((tx) =>
    tx.execute<{ pk: number }>(sql`
      insert into device_groups (company_fk, name) values (${workers.company}, ${name}) returning pk`),
  );
  const group = GroupPk.parse(row?.pk);
  const added = await system((tx) =>
    tx
      .insert(devices)
      .values(
        aliases.map((alias) => ({
          companyFk: workers.company,
          guid: randomUUID() as never,
          publicKey: randomUUID(),
          alias,
          approval: 1 as const,
          groupFk: group,
          ...more,
        })),
      )
      .returning({ pk: devices.pk }),
  );
  return { group, name, pks: added.map(({ pk }) => pk) };
}

async function addExport(request: Partial<DeviceExport>, more: Partial<typeof exports.$inferInsert> = {}) {
  const id = ExportId.parse(randomUUID());
  const at = new Date(workers.deps.now());
  await system((tx) =>
    tx.insert(exports).values({
      id,
      companyFk: workers.company,
      userFk: admin,
      kind: 'deviceListTable',
      request: { export_id: 'deviceListTable', by: 'alias', order: 'asc', device_group_pk: 'all', ...request },
      language: 'en',
      fileName: 'devices.xlsx',
      state: 'waiting',
      createdAt: at,
      changedAt: at,
      ...more,
    }),
  );
  return id;
}

const rowOf = async (id: ExportId) => (await system((tx) => tx.select().from(exports).where(eq(exports.id, id))))[0];
const chunksOf = (id: ExportId) =>
  system((tx) => tx.select().from(exportChunks).where(eq(exportChunks.exportFk, id)).orderBy(asc(exportChunks.n)));

async function run(id: ExportId): Promise<unknown[][]> {
  await workers.deps.queues.add('exports', [{ id, data: { id } }]);
  await eventually(async () => expect((await rowOf(id))?.state).toBe('ready'));
  const { rows } = await readSheet(Buffer.concat((await chunksOf(id)).map(({ data }) => data)));
  return rows.slice(1);
}

test('an export is written in the order that was asked for, and its user is told', async ({ workers: { deps } }) => {
  await using _worker = openWorker();
  const lastConnectedAt = new Date('2026-01-01T03:00:00Z');
  const { group, name, pks } = await addDevices(['=HYPERLINK("x")', '부산', 'Kiosk'], {
    lastConnectedAt,
    memo: 'hall',
    tags: ['=1+1', '계산대'],
  });
  const [, busan] = pks as [DevicePk, DevicePk, DevicePk];
  await deps.redis.commands.hSet(redisKeys.presence(workers.company), String(busan), 'x');
  const usage = JSON.stringify([busan, 12.5, 50, 8, 4, 25.25, 1, 1, null, null, null]);
  await deps.redis.commands.hSet(redisKeys.usage(workers.company), String(busan), usage);

  await system((tx) =>
    tx.execute(sql`
      with asia as (insert into device_groups (company_fk, name) values (${workers.company}, 'Asia') returning pk),
        seoul as (
          insert into device_groups (company_fk, name, group_fk) select ${workers.company}, 'Seoul', pk from asia returning pk
        )
      update device_groups set group_fk = seoul.pk from seoul where device_groups.pk = ${group}`),
  );

  const id = await addExport({ device_group_pk: group, by: 'alias', order: 'desc' });
  const rows = await run(id);
  expect(rows.map(([alias]) => alias)).toEqual(['부산', 'Kiosk', '\'=HYPERLINK("x")']);
  expect(rows[0]?.slice(1, 3)).toEqual([`Asia / Seoul / ${name}`, 'Online']);
  expect(rows[0]?.[9]).toBe("'=1+1, 계산대");
  expect(rows[0]?.slice(12, 16)).toEqual([12.5, 50, 25.25, new Date('2026-01-01T12:00:00Z')]);
  expect(await rowOf(id)).toMatchObject({ rows: 3, percent: 100 });
  expect(told).toContainEqual({ t: 'export_ready', to: [admin], id });

  // As many as a request may name; most of them are gone.
  const gone = Array.from({ length: MAX_READ_REQUEST_DEVICES - pks.length }, (_, i) =>
    DevicePk.parse(1_000_000_000 + i),
  );
  const named = await run(await addExport({ device_pks: [...[...pks].toReversed(), ...gone] }));
  expect(named.map(([alias]) => alias)).toEqual(['Kiosk', '부산', '\'=HYPERLINK("x")']);
});

test('a user gets the devices of their own groups only, and of those that wait for approval no usage', async () => {
  await using _worker = openWorker();
  const [own, other] = [await addDevices(['Mine']), await addDevices(['Theirs'])];
  const waiting = await addDevices(['New'], { approval: 0, memo: 'by the door' });
  const member = await addUser('Member');
  await system((tx) =>
    tx
      .insert(groupMembers)
      .values([own, waiting].map(({ group }) => ({ companyFk: workers.company, groupFk: group, memberFk: member }))),
  );
  const pks = [...own.pks, ...other.pks, ...waiting.pks];
  const rows = await run(await addExport({ device_pks: pks }, { userFk: member }));
  expect(rows.map(([alias]) => alias)).toEqual(['Mine', 'New']);
  // It can be edited (spec 2 §4), so its memo is shown as it is in the list.
  expect(JSON.stringify(rows)).toContain('by the door');
  const everything = await run(await addExport({}, { userFk: member }));
  expect(everything.map(([alias]) => alias)).toEqual(['Mine', 'New']);
});

test('a user whom windows bind gets the state of a device as the list shows it', async () => {
  await using _worker = openWorker();
  const { group, pks } = await addDevices(['Open', 'Shut'], { memo: 'hall' });
  const bound = await addUser('Member', { useApproval: 1 });
  const hour = 3_600_000;
  await system(async (tx) => {
    await tx.insert(groupMembers).values({ companyFk: workers.company, groupFk: group, memberFk: bound });
    await tx.insert(approvals).values({
      companyFk: workers.company,
      deviceFk: pks[0] ?? null,
      deviceAlias: 'Open',
      requesterFk: bound,
      requesterId: 'jun',
      startTime: new Date(workers.deps.now() - hour),
      endTime: new Date(workers.deps.now() + hour),
      approvalReason: 'work',
      approveState: 2,
    });
  });
  const rows = await run(await addExport({ device_group_pk: group }, { userFk: bound }));
  expect(rows.map(([alias, , state]) => [alias, state])).toEqual([
    ['Open', 'Offline'],
    ['Shut', 'Awaiting approval'],
  ]);
  // What a user may read does not depend on windows (decision 63).
  expect(JSON.stringify(rows)).toContain('hall');
});

test('an attempt that was replaced offers no file, and leaves no pieces', async () => {
  const { group } = await addDevices(['Kiosk']);
  const id = await addExport({ device_group_pk: group });
  const first = await system((tx) => beginAttempt(tx, id, new Date()));
  if (!first) throw new Error('not begun');
  await system((tx) =>
    tx.insert(exportChunks).values({
      companyFk: workers.company,
      exportFk: id,
      attempt: first.attempt,
      n: 0,
      data: Buffer.from('half'),
    }),
  );
  await using _worker = openWorker();
  expect(await run(id)).toHaveLength(1);
  expect(new Set((await chunksOf(id)).map(({ attempt }) => attempt))).not.toContain(first.attempt);
});

test('an export that fails says which devices it was to have', async () => {
  await using _worker = openWorker();
  const { pks } = await addDevices(['Kiosk', 'Lobby']);
  const presence = redisKeys.presence(workers.company);
  const { commands } = workers.deps.redis;
  await commands.rename(presence, `${presence}:away`).catch(() => undefined);
  await commands.set(presence, 'no hash');
  try {
    const id = await addExport({ device_pks: pks });
    await workers.deps.queues.add('exports', [{ id, data: { id } }]);
    await eventually(async () => expect((await rowOf(id))?.state).toBe('failed'), { timeout: 20_000 });
    expect(await rowOf(id)).toMatchObject({ rows: 0, devicePks: pks });
  } finally {
    await commands.del(presence);
    await commands.rename(`${presence}:away`, presence).catch(() => undefined);
  }
});

test('an export whose job was lost is queued again, and is deleted after a day', async () => {
  await using _worker = openWorker();
  const { group } = await addDevices(['Kiosk']);
  const lost = await addExport({ device_group_pk: group }, { changedAt: new Date(Date.now() - 60_000) });
  await requeueLostExports(workers.deps);
  await eventually(async () => expect((await rowOf(lost))?.state).toBe('ready'));
  await deleteOldExports({ ...workers.deps, now: () => Date.now() + 25 * 3_600_000 });
  expect(await rowOf(lost)).toBeUndefined();
  expect(await chunksOf(lost)).toEqual([]);
});

test('an export whose job failed while the database was away is queued again', async () => {
  const { group } = await addDevices(['Kiosk']);
  const id = await addExport({ device_group_pk: group }, { changedAt: new Date(Date.now() - 60_000) });
  const jobs = workers.deps.queues.all().find(({ name }) => name === 'exports')!;
  const hasEnded = async () => (await (await jobs.getJob(id))?.isFailed()) ?? true;
  {
    // Nothing listens on the port of discard.
    await using database = connectDatabase('postgres://none@127.0.0.1:9/none', 1);
    await using _worker = openWorker({ ...workers.deps, database });
    await requeueLostExports(workers.deps);
    await eventually(async () => expect(await hasEnded()).toBe(true));
  }
  await using _worker = openWorker();
  await requeueLostExports(workers.deps);
  await eventually(async () => expect((await rowOf(id))?.state).toBe('ready'));
});

function openWorker(deps = workers.deps): AsyncDisposable {
  const { redisUrl } = workers;
  const connection = connectQueueRedis(redisUrl, { cluster: false, log: deps.log });
  const worker = exportsWorker.open(deps, { connection, concurrency: 2, counter });
  return {
    async [Symbol.asyncDispose]() {
      await worker[Symbol.asyncDispose]();
      connection.disconnect();
    },
  };
}
let counter: ReturnType<typeof createJobCounter>;
test.beforeAll(({ workers: { deps } }) => {
  counter = createJobCounter(deps);
});

const auditRequest = (filter: Partial<AuditExport> = {}): AuditExport => ({
  export_id: 'auditTable',
  by: 'create_time',
  order: 'desc',
  search_key: 'name',
  ...filter,
});

test('the audit is written for an administrator, newest first, as it is filtered', async () => {
  await using _worker = openWorker();
  const { pks } = await addDevices(['Kiosk']);
  const entries = [
    { actNameId: 11, deviceFk: pks[0] ?? null, newValue: '=1+1', actTime: new Date('2026-01-01T03:00:00Z') },
    { actNameId: 41, oldValue: '0', newValue: '1', actTime: new Date('2026-01-02T03:00:00Z') },
    { actNameId: 41, name: 'Another', newValue: '1', actTime: new Date('2026-01-03T03:00:00Z') },
    { actNameId: 90, subjectKind: 'group', subjectPk: 7, newValue: '2', actTime: new Date('2026-01-04T03:00:00Z') },
    { actNameId: 90, subjectKind: 'group', subjectPk: 8, newValue: '3', actTime: new Date('2026-01-05T03:00:00Z') },
  ] satisfies Partial<typeof audits.$inferInsert>[];
  const row = { companyFk: workers.company, actTypeId: 1, name: 'Mina', regMail: 'mina@vigil.test' };
  await system((tx) => tx.insert(audits).values(entries.map((entry) => ({ ...row, ...entry }))));

  const filter = { search_value: 'mina', end_date: '2026-01-02T23:59:59Z' };
  const id = await addExport({}, { kind: 'auditTable', request: auditRequest(filter) });
  const seoul = (day: number) => new Date(Date.UTC(2026, 0, day, 12));
  expect(await run(id)).toEqual([
    [seoul(2), 'Mina', 'mina@vigil.test', 'User changed', null, '0', '1'],
    [seoul(1), 'Mina', 'mina@vigil.test', 'Device renamed', 'Kiosk', null, "'=1+1"],
  ]);
  expect(await rowOf(id)).toMatchObject({ rows: 2, percent: 100, devicePks: [] });

  const ofGroup = { subject_kind: 'group', subject_pk: 7 } as const;
  const one = await addExport({}, { kind: 'auditTable', request: auditRequest(ofGroup) });
  expect(await run(one)).toEqual([[seoul(4), 'Mina', 'mina@vigil.test', 'Group changed', null, null, '2']]);
});

test('times within the audit are on the clock of its reader, and a wall screen has no login ID', async () => {
  await using _worker = openWorker();
  const entry = {
    actNameId: auditCode.accessRequested,
    newValue: '2025-01-01T03:00:00.000Z – 2025-01-01T04:00:00.000Z',
    actTime: new Date('2025-01-01T03:00:00Z'),
  };
  const who = { name: 'Lobby', regMail: wallScreenLoginId(randomUUID()) };
  await system((tx) => tx.insert(audits).values({ companyFk: workers.company, actTypeId: 1, ...who, ...entry }));
  const request = auditRequest({ search_value: 'lobby', end_date: '2025-01-02T00:00:00Z' });
  const id = await addExport({}, { kind: 'auditTable', request });
  const [row] = await run(id);
  expect(row?.slice(1)).toEqual([
    'Lobby',
    null,
    'Access requested',
    null,
    null,
    '2025-01-01 12:00:00 – 2025-01-01 13:00:00',
  ]);
});

test('the audit is not written for a user who is no administrator any more', async () => {
  await using _worker = openWorker();
  const [member] = await system((tx) =>
    tx
      .insert(users)
      .values({ companyFk: workers.company, mgrid: `person-${randomUUID().slice(0, 8)}`, passwordHash: 'none' })
      .returning({ pk: users.pk }),
  );
  const id = await addExport({}, { kind: 'auditTable', request: auditRequest(), userFk: member!.pk });
  await workers.deps.queues.add('exports', [{ id, data: { id } }]);
  await eventually(async () => expect((await rowOf(id))?.state).toBe('failed'));
  expect(await chunksOf(id)).toEqual([]);
});
