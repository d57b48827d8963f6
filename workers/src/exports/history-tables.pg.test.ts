import { randomUUID } from 'node:crypto';
import { ExportRequest } from '@vigil/shared/contract/http/exports';
import { DevicePk, ExportId, GroupPk, UserPk } from '@vigil/shared/contract/ids';
import type { Language } from '@vigil/shared/contract/languages';
import { deviceGroups, devices, groupMembers } from '@vigil/shared/platform/db/schema/devices';
import { exportChunks, exports } from '@vigil/shared/platform/db/schema/exports';
import { users } from '@vigil/shared/platform/db/schema/users';
import { connectQueueRedis } from '@vigil/shared/platform/queues';
import { asc, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { readSheet } from '../../../tests/support/workbook.ts';
import { createJobCounter } from '../define-worker.ts';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { exportsWorker } from './write-export.ts';

const test = workersTest();
let counter: ReturnType<typeof createJobCounter>;
const KOLKATA = 26;
const AT = '2026-03-01T00:00:00Z';
/** The same on the clock of Kolkata, as a cell has it. */
const LOCAL = new Date('2026-03-01T05:30:00Z');

let workers: WorkersTestContext;
let admin: UserPk;

test.beforeAll(async ({ workers: started }) => {
  workers = started;
  counter = createJobCounter(workers.deps);
  await execute(sql`insert into licences (company_fk, type, device_volume, manager_limit, starts_at, expires_at)
    values (${workers.company}, 'Corporate', 100, 100, now() - interval '1 day', now() + interval '1 day')`);
  admin = await addUser({ type: 'Manager', mgrid: 'admin', name: '관리자' });
});

const system = <T>(work: Parameters<typeof workers.deps.database.asSystem<T>>[0]) =>
  workers.deps.database.asSystem(work);
function openWorker(): AsyncDisposable {
  const connection = connectQueueRedis(workers.redisUrl, { cluster: false, log: workers.deps.log });
  const worker = exportsWorker.open(workers.deps, { connection, concurrency: 2, counter });
  return {
    async [Symbol.asyncDispose]() {
      await worker[Symbol.asyncDispose]();
      connection.disconnect();
    },
  };
}
const execute = (query: ReturnType<typeof sql>) => system((tx) => tx.execute(query));

async function addUser(more: Partial<typeof users.$inferInsert>): Promise<UserPk> {
  const values = { companyFk: workers.company, mgrid: randomUUID().slice(0, 30), passwordHash: '-', ...more };
  const [row] = await system((tx) =>
    tx
      .insert(users)
      .values({ ...values, timeZoneId: KOLKATA })
      .returning({ pk: users.pk }),
  );
  return UserPk.parse(row?.pk);
}

/** A device in a group of its own. */
async function addDevice(alias: string) {
  return system(async (tx) => {
    const companyFk = workers.company;
    const [group] = await tx
      .insert(deviceGroups)
      .values({ companyFk, name: randomUUID().slice(0, 30) })
      .returning();
    const groupFk = GroupPk.parse(group?.pk);
    const row = {
      companyFk,
      guid: randomUUID() as never,
      publicKey: randomUUID(),
      alias,
      approval: 1 as const,
      groupFk,
    };
    const [device] = await tx.insert(devices).values(row).returning();
    return { group: groupFk, pk: DevicePk.parse(device?.pk) };
  });
}

/** A remote session of a device with a file, and an alert. */
async function addEvents({ pk, alias }: { pk: DevicePk; alias: string }): Promise<void> {
  await execute(sql`
    with session as (
      insert into remote_sessions (id, company_fk, type, user_fk, mgrid, user_name, device_fk, device_alias, device_guid, host_os_id,
        host_public_ip, viewer_os_id, security, secret_hash, issued_at, start_time, end_time, end_reason)
      values (gen_random_uuid(), ${workers.company}, 'rc', 1, 'kim', '김', ${pk}, ${alias}, gen_random_uuid(), 1, '192.0.2.1', 3, 1, 'x',
        ${AT}, ${AT}, ${AT}, 'unanswered') returning id)
    insert into remote_files (company_fk, session_fk, file_name, action_type, file_size, start_time, end_time)
    select ${workers.company}, id, ${`${alias}.pdf`}, 'upload', 1234, ${AT}, ${AT} from session`);
  await execute(sql`
    insert into alerts (company_fk, device_fk, device_alias, device_os_id, alert_code, alert_value, generate, ended_at)
    values (${workers.company}, ${pk}, ${alias}, 2, 'IL5', 61.5, ${AT}, null)`);
}

interface Asked {
  readonly user?: UserPk;
  readonly language?: Language;
}

async function addExport(request: object, { user = admin, language = 'en' }: Asked = {}): Promise<ExportId> {
  const id = ExportId.parse(randomUUID());
  const at = new Date(workers.deps.now());
  const parsed = ExportRequest.parse(request);
  const row = { id, companyFk: workers.company, userFk: user, kind: parsed.export_id, request: parsed, language };
  await system((tx) =>
    tx.insert(exports).values({ ...row, fileName: 'x.xlsx', state: 'waiting', createdAt: at, changedAt: at }),
  );
  await workers.deps.queues.add('exports', [{ id, data: { id } }]);
  return id;
}

const rowOf = async (id: ExportId) => (await system((tx) => tx.select().from(exports).where(eq(exports.id, id))))[0];

async function run(request: object, asked: Asked = {}) {
  await using _worker = openWorker();
  const id = await addExport(request, asked);
  await eventually(async () => expect((await rowOf(id))?.state).toBe('ready'), { timeout: 30_000 });
  const chunks = await system((tx) =>
    tx.select().from(exportChunks).where(eq(exportChunks.exportFk, id)).orderBy(asc(exportChunks.n)),
  );
  const { name, rows } = await readSheet(Buffer.concat(chunks.map(({ data }) => data)));
  return { name, headers: rows[0], rows: rows.slice(1), stored: await rowOf(id) };
}

test('histories have real dates and numbers, of the clock and in the language of who asked, and no formulas', async () => {
  const alias = '=HYPERLINK("http://x")';
  const device = await addDevice(alias);
  await addEvents({ pk: device.pk, alias });
  const filter = { device_pk: device.pk };
  const remote = await run({ export_id: 'remoteHistoryTable', ...filter });
  const end = 'Nobody at the device answered';
  expect(remote.rows).toEqual([
    [
      'kim',
      '김',
      `'${alias}`,
      '192.0.2.1',
      null,
      'Windows',
      null,
      null,
      'macOS',
      LOCAL,
      LOCAL,
      '✓',
      'Remote control',
      end,
    ],
  ]);
  expect([remote.name, remote.stored?.rows, remote.stored?.devicePks]).toEqual(['Remote sessions', 1, [device.pk]]);
  expect((await run({ export_id: 'fileHistoryTable', ...filter })).rows).toEqual([
    [LOCAL, LOCAL, 'kim', `'${alias}`, `'${alias}.pdf`, 'User → device', 1234],
  ]);
  const alerts = await run({ export_id: 'alertHistoryTable', ...filter }, { language: 'ko' });
  expect(alerts.name).toBe('경보 이력');
  expect(alerts.headers?.[0]).toBe('장치');
  expect(alerts.rows).toEqual([[`'${alias}`, LOCAL, 'Linux', 'CPU 온도', 61.5, null]]);
});

test('texts that only look like escapes come back as they were, and what is no character is left out', async () => {
  for (const alias of ['PC_x0041_', '日本語のデバイス', '장치 1']) {
    const device = await addDevice(alias);
    await addEvents({ pk: device.pk, alias });
    const { rows } = await run({ export_id: 'alertHistoryTable', device_pk: device.pk }, { language: 'ja' });
    expect(rows[0]?.[0]).toBe(alias);
  }
  const odd = await addDevice('odd');
  await addEvents({ pk: odd.pk, alias: 'a\uFFFEb' });
  const { rows } = await run({ export_id: 'alertHistoryTable', device_pk: odd.pk });
  expect(rows[0]?.[0]).toBe('ab');
});

test('sign-ins show the desktop manager as CS, for an administrator all, for others their own', async () => {
  const reader = await addUser({ authVal: 8 });
  await execute(sql`
    insert into access_records (company_fk, user_fk, mgrid, name, ip, mgr_pri_ip, browser, access_time) values
      (${workers.company}, ${reader}, 'reader', 'Lee', '192.0.2.9', '10.0.0.1', '', ${AT}),
      (${workers.company}, ${admin}, 'admin', '관리자', '192.0.2.8', null, 'Firefox', ${AT})`);
  const own = ['reader', 'Lee', '192.0.2.9', '10.0.0.1', 'CS', LOCAL, 'Console'];
  expect((await run({ export_id: 'accessHistoryTable' }, { user: reader })).rows).toEqual([own]);
  expect((await run({ export_id: 'accessHistoryTable', order: 'asc' })).rows).toEqual([
    own,
    ['admin', '관리자', '192.0.2.8', null, 'Firefox', LOCAL, 'Console'],
  ]);
});

test('a member with reports gets the rows of the groups in sight, and of devices that were deleted from them', async () => {
  const [near, far] = [await addDevice('near'), await addDevice('far')];
  const reader = await addUser({ authVal: 8 });
  await system((tx) =>
    tx.insert(groupMembers).values({ companyFk: workers.company, groupFk: near.group, memberFk: reader }),
  );
  for (const [device, alias] of [
    [near, 'near'],
    [far, 'far'],
  ] as const) {
    await addEvents({ pk: device.pk, alias });
    await execute(sql`
      insert into audits (company_fk, act_name_id, act_type_id, device_pk, device_group_fk, old_value, new_value, name, reg_mail, act_time)
      values (${workers.company}, 13, 5, ${device.pk}, ${device.group}, '2', ${alias}, '관리자', 'admin', ${AT})`);
  }
  const ofReader = async (export_id: string) => (await run({ export_id }, { user: reader })).rows;
  expect((await ofReader('alertHistoryTable')).map(([device]) => device)).toEqual(['near']);
  expect(await ofReader('remoteHistoryTable')).toHaveLength(1);
  expect(await ofReader('deletedHistoryTable')).toEqual([['near', 'Linux', '관리자', 'admin', LOCAL]]);
  await execute(sql`delete from devices where pk in (${near.pk}, ${far.pk})`);
  expect((await ofReader('alertHistoryTable')).map(([device]) => device)).toEqual(['near']);
});

/** Sessions and alerts of a device at some moments, of a kind of alerts. */
async function addCounted({ pk, alias }: { pk: DevicePk; alias: string }, moments: readonly string[]): Promise<void> {
  for (const at of moments) {
    await execute(sql`
      insert into remote_sessions (id, company_fk, type, user_fk, mgrid, device_fk, device_alias, device_guid, host_os_id, secret_hash,
        issued_at, start_time, end_time)
      values (gen_random_uuid(), ${workers.company}, 'rc', 1, '=kim', ${pk}, ${alias}, gen_random_uuid(), 1, 'x', ${at}, ${at}, ${at})`);
    await execute(sql`
      insert into alerts (company_fk, device_fk, device_alias, device_os_id, alert_code, generate, ended_at)
      values (${workers.company}, ${pk}, ${alias}, 1, 'IW2', ${at}, ${at})`);
  }
}

test('charts have a row for each day or month of the clock of who asked, with what this user may see', async () => {
  const [near, far] = [await addDevice('near'), await addDevice('far')];
  const reader = await addUser({ authVal: 8 });
  await system((tx) =>
    tx.insert(groupMembers).values({ companyFk: workers.company, groupFk: near.group, memberFk: reader }),
  );
  // In Kolkata the first one is on the day after.
  await addCounted({ ...near, alias: 'near' }, [
    '2024-02-28T20:00:00Z',
    '2024-02-10T00:00:00Z',
    '2024-02-10T00:00:00Z',
    '2024-05-01T00:00:00Z',
  ]);
  await addCounted({ ...far, alias: 'far' }, ['2024-02-10T00:00:00Z']);
  const daily = { type: 'daily', year: 2024, month: 2 };
  const days = await run({ export_id: 'remoteStatisticsTable', ...daily }, { user: reader });
  expect([days.name, days.headers, days.rows.length]).toEqual(['Remote statistics', ['Date', 'Count', 'Rate'], 29]);
  const day = (n: number) => new Date(Date.UTC(2024, 1, n));
  expect([days.rows[0], days.rows[9], days.rows[27], days.rows[28]]).toEqual([
    [day(1), 0, 0],
    [day(10), 2, 66.67],
    [day(28), 0, 0],
    [day(29), 1, 33.33],
  ]);
  expect((await run({ export_id: 'remoteStatisticsTable', ...daily })).rows[9]).toEqual([day(10), 3, 75]);
  const months = await run(
    { export_id: 'alertStatisticsTable', type: 'monthly', year: 2024 },
    { user: reader, language: 'ja' },
  );
  expect([months.name, months.rows.length]).toEqual(['アラート統計', 12]);
  expect([months.rows[1], months.rows[4]]).toEqual([
    [new Date('2024-02-01'), 3, 75],
    [new Date('2024-05-01'), 1, 25],
  ]);
});

test('the rankings of a range stand one below the other, without what the reader may not see', async () => {
  const [near, far] = [await addDevice('=1+1'), await addDevice('far')];
  const reader = await addUser({ authVal: 8 });
  await system((tx) =>
    tx.insert(groupMembers).values({ companyFk: workers.company, groupFk: near.group, memberFk: reader }),
  );
  await addCounted({ ...near, alias: '=1+1' }, [
    '2023-03-02T00:00:00Z',
    '2023-03-03T00:00:00Z',
    '2023-04-03T00:00:00Z',
  ]);
  await addCounted({ ...far, alias: 'far' }, ['2023-03-03T00:00:00Z', '2023-03-03T00:00:00Z', '2023-03-03T00:00:00Z']);
  const march = { start_date: '2023-02-28T18:30:00Z', end_date: '2023-03-31T18:29:59.999Z' };
  const ofReader = await run({ export_id: 'rankingTable', ...march }, { user: reader });
  expect(ofReader.name).toBe('Top 10 2023-03-01–2023-03-31');
  expect(ofReader.headers).toEqual(['Ranking', 'Place', 'Name', 'Use rate', 'Count']);
  expect(ofReader.rows).toEqual([
    ['Remote use by user', 1, "'=kim", 100, 2],
    ['Remote use by device', 1, "'=1+1", 100, 2],
    ['Alerts by type', 1, 'CPU usage', 100, 2],
    ['Alerts by device', 1, "'=1+1", 100, 2],
  ]);
  expect(ofReader.stored?.devicePks).toEqual([near.pk]);
  const all = await run({ export_id: 'rankingTable', ...march }, { language: 'ko' });
  expect(all.rows.filter(([ranking]) => ranking === '장치별 경보')).toEqual([
    ['장치별 경보', 1, 'far', 60, 3],
    ['장치별 경보', 2, "'=1+1", 40, 2],
  ]);
});

test('an export fails for who may not read the list any more', async () => {
  await using _worker = openWorker();
  const plain = await addUser({ authVal: 7 });
  const kinds = ['remoteHistoryTable', 'managersTable'];
  const ids = await Promise.all(kinds.map((export_id) => addExport({ export_id }, { user: plain })));
  for (const id of ids)
    await eventually(async () => expect((await rowOf(id))?.state).toBe('failed'), { timeout: 20_000 });
});

test('the users of the company are exported with their roles', async () => {
  await addUser({ mgrid: 'zoe', name: '조에', memberTypeId: 6, email: '+zoe@vigil.test', active: false });
  const { rows } = await run({ export_id: 'managersTable' });
  expect(rows.find(([id]) => id === 'zoe')?.slice(0, 8)).toEqual([
    'zoe',
    '조에',
    'Submanager',
    "'+zoe@vigil.test",
    null,
    null,
    null,
    'Inactive',
  ]);
  expect(rows.map(([id]) => id)).toContain('admin');
});

test('each row of a history stands in its file once, over many pages', async () => {
  const device = await addDevice('many');
  const count = 2_500;
  await execute(sql`
    insert into alerts (company_fk, device_fk, device_alias, device_os_id, alert_code, alert_value, generate, ended_at)
    select ${workers.company}, ${device.pk}, 'many', 1, 'IW2', n, timestamptz '2026-01-01' + (n / 3) * interval '1 second', now()
    from generate_series(1, ${count}) n`);
  const { rows, stored } = await run({ export_id: 'alertHistoryTable', device_pk: device.pk });
  expect(new Set(rows.map((row) => row[4])).size).toBe(count);
  expect([rows.length, stored?.rows, stored?.percent]).toEqual([count, count, 100]);
});
