import { statisticsRetentionPeriods } from '@vigil/shared/contract/function-settings-rules';
import { CompanyPk } from '@vigil/shared/contract/ids';
import { lastNightlyTime, retentionCutoff } from '@vigil/shared/domain/retention';
import { timeZones } from '@vigil/shared/domain/time-zones';
import { connectDatabase } from '@vigil/shared/platform/db/client';
import { sql, type SQL } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { runsOf } from '../../../tests/support/scope.ts';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { createNightlyHistoryCleanup } from './delete-old-history.ts';
import { maintainUsagePartitions } from './partitions.ts';

const test = workersTest();
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ROWS = 10_000;
const SEOUL = 'Asia/Seoul';
let workers: WorkersTestContext;

test.beforeAll(({ workers: started }) => {
  workers = started;
});

/** Runs are for all companies: none has a history of the tests before. */
test.beforeEach(async () => {
  for (const table of ['alerts', 'incidents', 'remote_sessions', 'access_records', 'sign_in_failures', 'policies'])
    await system(sql`delete from ${sql.identifier(table)}`);
});

const system = <T extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  workers.deps.database.asSystem((tx) => tx.execute<T>(query));

async function addCompany(period: number | null): Promise<CompanyPk> {
  const [row] = await system<{ pk: number }>(sql`insert into companies (name) values ('Kept') returning pk`);
  const company = CompanyPk.parse(row?.pk);
  if (period !== null)
    await system(sql`insert into policies (company_fk, statistics_delete_period) values (${company}, ${period})`);
  return company;
}

/** Half past the last full hour: every limit is at a full hour. */
const newest = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS / 2;

/** Entries of every list, one each hour back from `newest`. */
async function fill(company: CompanyPk, rows: number): Promise<void> {
  await fillAt(
    company,
    sql`(select ${new Date(newest).toISOString()}::timestamptz - n * interval '1 hour' as ago
      from generate_series(0, ${rows - 1}::int) n) times`,
  );
  // Plans of the tests before are for other sizes. No history grows so much between two runs of autovacuum.
  await using superuser = connectDatabase(workers.superuserUrl, 1);
  await superuser.asSystem((tx) =>
    tx.execute(sql`analyze alerts, incidents, remote_sessions, remote_files, access_records, sign_in_failures`),
  );
}

/** An entry of every list at each of the `times`, a relation with the column `ago`. */
async function fillAt(company: CompanyPk, times: SQL): Promise<void> {
  await system(sql`
    insert into incidents (company_fk, cause, device_count, state, first_at, opened_at, resolved_at)
    select ${company}, 'device', 1, 2, ago, ago, ago from ${times}`);
  await system(sql`
    insert into alerts (company_fk, device_fk, device_alias, device_os_id, alert_code, generate, ended_at, incident_fk)
    select company_fk, 1, 'Kiosk', 1, 'IW2', resolved_at, resolved_at, pk from incidents where company_fk = ${company}`);
  await system(sql`
    insert into remote_sessions (id, company_fk, type, mgrid, device_alias, device_guid, host_os_id, secret_hash, issued_at,
      start_time, end_time, end_reason)
    select gen_random_uuid(), ${company}, 'rc', 'kim', 'Kiosk', gen_random_uuid(), 1, 'x', ago, ago, ago, 'viewer'
    from ${times}`);
  await system(sql`
    insert into remote_files (company_fk, session_fk, file_name, action_type, file_size, start_time, end_time)
    select company_fk, id, 'a.txt', 'upload', 1, end_time, end_time from remote_sessions where company_fk = ${company}`);
  await system(sql`
    insert into access_records (company_fk, user_fk, mgrid, ip, access_time) select ${company}, 1, 'kim', '::1', ago from ${times}`);
  await system(sql`
    insert into sign_in_failures (company_fk, user_fk, mgrid, ip, cause, failed_at)
    select ${company}, 1, 'kim', '::1', 'password', ago from ${times}`);
  await system(sql`
    insert into audits (company_fk, act_name_id, act_type_id, act_time) select ${company}, 41, 1, ago from ${times}`);
}

const tables = [
  'alerts',
  'incidents',
  'remote_sessions',
  'remote_files',
  'access_records',
  'sign_in_failures',
  'audits',
] as const;

async function counts(company: CompanyPk): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of tables) {
    const name = sql.identifier(table);
    const [row] = await system<{ n: number }>(
      table === 'audits'
        ? sql`select count(*)::int as n from audits where company_fk = ${company} and act_name_id = 41`
        : sql`select count(*)::int as n from ${name} where company_fk = ${company}`,
    );
    found[table] = row?.n ?? 0;
  }
  return found;
}

const run = (now = Date.now()) => createNightlyHistoryCleanup({ ...workers.deps, now: () => now })();
/** How many of the entries are younger than a start. */
const youngerThan = (startMs: number) => Math.ceil((newest - startMs) / HOUR_MS);

test('statistics_delete_period is in force: each company keeps its own period, and the audit stays', async () => {
  const [short, long, unset] = [await addCompany(3), await addCompany(36), await addCompany(null)];
  await fill(short, ROWS);
  await fill(long, ROWS);
  await fill(unset, 100);
  const night = lastNightlyTime(Date.now(), SEOUL).getTime();
  const kept = youngerThan(night - 90 * DAY_MS);
  expect(await run()).toBe(6 * (ROWS - kept));
  expect(await counts(short)).toEqual({
    alerts: kept,
    incidents: kept,
    remote_sessions: kept,
    remote_files: kept,
    access_records: kept,
    sign_in_failures: kept,
    audits: ROWS,
  });
  expect(Object.values(await counts(long))).toEqual(tables.map(() => ROWS));
  expect(Object.values(await counts(unset))).toEqual(tables.map(() => 100));
  // The same night has nothing more to delete, the next one what has become old since.
  expect(await run()).toBe(0);
  expect(await run(Date.now() + DAY_MS)).toBe(6 * 24);
});

/** What the audit says that nights have deleted, the earliest first. */
const recorded = async (company: CompanyPk) =>
  (
    await system<{ old_value: string; new_value: string; subject_kind: string; name: string }>(
      sql`select old_value, new_value, subject_kind, name from audits where company_fk = ${company} and act_name_id = 54 order by pk`,
    )
  ).map(({ old_value, new_value, ...entry }) => ({
    ...entry,
    ...(JSON.parse(old_value) as { before: string }),
    deleted: JSON.parse(new_value) as object,
  }));

test('the audit has one entry for each night, with what was deleted and from when on the history is kept', async () => {
  const company = await addCompany(3);
  await fill(company, ROWS);
  const night = lastNightlyTime(Date.now(), SEOUL).getTime();
  const gone = ROWS - youngerThan(night - 90 * DAY_MS);
  const countsOf = (n: number) => ({ alerts: n, incidents: n, sessions: n, files: n, sign_ins: 2 * n, usage: 0 });
  await run();
  const [first] = await recorded(company);
  expect(first).toEqual({
    name: 'system',
    subject_kind: 'policy',
    before: new Date(night - 90 * DAY_MS).toISOString(),
    deleted: countsOf(gone),
  });
  await run(Date.now() + DAY_MS);
  await run(Date.now() + DAY_MS);
  expect((await recorded(company)).map(({ deleted }) => deleted)).toEqual([countsOf(gone), countsOf(24)]);
});

test('a run that ends between two batches is continued by the next one, and its entry stays right', async () => {
  const company = await addCompany(3);
  await fill(company, ROWS);
  const { database } = workers.deps;
  let batches = 0;
  const dying: typeof database = {
    ...database,
    asSystem: (work) =>
      database.asSystem(async (tx) => {
        const result = await work(tx);
        if (Number(result) > 0) batches += 1;
        // The transaction of the second batch is rolled back, as by the end of the process.
        if (batches === 2) throw new Error('killed');
        return result;
      }),
  };
  await createNightlyHistoryCleanup({ ...workers.deps, database: dying })();
  const half = await counts(company);
  await run();
  const all = await counts(company);
  const night = lastNightlyTime(Date.now(), SEOUL).getTime();
  const kept = youngerThan(night - 90 * DAY_MS);
  expect([half['access_records'], all['access_records'], all['alerts']]).toEqual([5_000, kept, kept]);
  expect((await recorded(company)).map(({ deleted }) => deleted)).toMatchObject([
    { sign_ins: 2 * (ROWS - kept), files: ROWS - kept },
  ]);
});

test('whatever the periods, no younger row is deleted, and none of another company', async () => {
  const hours = fc.array(fc.integer({ min: 0, max: 24 * 1_200 }), { minLength: 1, maxLength: 20 });
  const periods = fc.constantFrom(...statisticsRetentionPeriods);
  const companies = fc.record({ period: periods, ages: hours, zone: fc.constantFrom(...timeZones) });
  await fc.assert(
    fc.asyncProperty(fc.array(companies, { minLength: 2, maxLength: 3 }), async (drawn) => {
      const expected: { company: CompanyPk; kept: number; all: number }[] = [];
      for (const { period, ages, zone } of drawn) {
        const company = await addCompany(period);
        await system(sql`update companies set time_zone_id = ${zone.id} where pk = ${company}`);
        const times = ages.map((age) => newest - age * HOUR_MS);
        await fillAt(
          company,
          sql`(select to_timestamp(ms / 1000.0) as ago from unnest(${`{${times.join(',')}}`}::float8[]) as given (ms)) times`,
        );
        const cutoff = retentionCutoff(period, lastNightlyTime(Date.now(), zone.name), zone.name).getTime();
        expected.push({ company, kept: times.filter((at) => at >= cutoff).length, all: times.length });
      }
      await run();
      for (const { company, kept, all } of expected)
        expect(await counts(company)).toEqual({
          ...Object.fromEntries(tables.map((table) => [table, kept])),
          audits: all,
        });
    }),
    { numRuns: runsOf({ usual: 2, all: 30 }) },
  );
});

test('what is not over stays, and so do the alerts of an incident that is not over', async () => {
  const company = await addCompany(1);
  await system(sql`
    insert into alerts (company_fk, device_fk, device_alias, device_os_id, alert_code, generate, ended_at)
    values (${company}, 2, 'Kiosk', 1, 'IW2', now() - interval '2 years', null)`);
  await system(sql`
    with open as (
      insert into incidents (company_fk, cause, device_count, state, first_at, opened_at)
      values (${company}, 'device', 1, 1, now() - interval '2 years', now() - interval '2 years') returning pk)
    insert into alerts (company_fk, device_fk, device_alias, device_os_id, alert_code, generate, ended_at, incident_fk)
    select ${company}, 2, 'Kiosk', 1, 'IW3', now() - interval '2 years', now() - interval '1 year', pk from open`);
  await system(sql`
    insert into remote_sessions (id, company_fk, type, mgrid, device_alias, device_guid, host_os_id, secret_hash, issued_at)
    values (gen_random_uuid(), ${company}, 'rc', 'kim', 'Kiosk', gen_random_uuid(), 1, 'x', now() - interval '1 year')`);
  await run();
  expect(await counts(company)).toMatchObject({ alerts: 2, incidents: 1, remote_sessions: 1 });
});

test('the night of a company is that of its own time zone', async () => {
  const company = await addCompany(1);
  await fill(company, 24 * 40);
  const honolulu = timeZones.find(({ name }) => name === 'Pacific/Honolulu');
  await system(sql`update companies set time_zone_id = ${honolulu?.id ?? 0} where pk = ${company}`);
  await run();
  const kept = youngerThan(lastNightlyTime(Date.now(), 'Pacific/Honolulu').getTime() - 30 * DAY_MS);
  expect((await counts(company))['alerts']).toBe(kept);
});

test('a change of the period waits for the next night of the company', async () => {
  const company = await addCompany(1);
  await fill(company, 24 * 40);
  const change = { statistics_delete_period: { version: 1, at: new Date().toISOString(), name: 'Kim' } };
  await system(
    sql`update policies set changes = ${JSON.stringify(change)}::jsonb, version = 1 where company_fk = ${company}`,
  );
  await run();
  expect((await counts(company))['alerts']).toBe(24 * 40);
  await run(Date.now() + DAY_MS);
  expect((await counts(company))['alerts']).toBeLessThan(24 * 31);
});

test('the usage history of devices is deleted by the period of their company', async () => {
  const device = await workers.addDevice();
  for (const days of [40, 20]) {
    const day = new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
    await system(sql`select add_usage_partition(${day}::date)`);
    await system(sql`
      insert into usage_minutes (company_fk, device_fk, minute, samples)
      select ${workers.company}, ${device}, ${day}::timestamptz + n * interval '1 second', 1 from generate_series(0, 6000) n`);
  }
  const left = async () => {
    const [row] = await system<{ n: number }>(
      sql`select count(*)::int as n from usage_minutes where device_fk = ${device}`,
    );
    return row?.n;
  };
  await run();
  expect(await left()).toBe(2 * 6_001);
  await system(sql`insert into policies (company_fk, statistics_delete_period) values (${workers.company}, 1)`);
  expect(await run()).toBe(6_001);
  expect(await left()).toBe(6_001);
});

test('a day that companies share goes once none of them keeps it', async () => {
  const device = await workers.addDevice();
  const other = await addCompany(36);
  const [day] = new Date(Date.now() - 60 * DAY_MS).toISOString().split('T');
  const name = `usage_minutes_${day?.replaceAll('-', '')}`;
  await system(sql`select add_usage_partition(${day}::date)`);
  await system(sql`
    insert into usage_minutes (company_fk, device_fk, minute, samples) values
      (${workers.company}, ${device}, ${day}::timestamptz, 1), (${other}, 999999, ${day}::timestamptz, 1)`);
  await system(sql`
    insert into policies (company_fk, statistics_delete_period) values (${workers.company}, 1)`);
  const isThere = async () => {
    await maintainUsagePartitions(workers.deps, 90);
    return (await system(sql`select 1 from pg_class where relname = ${name}`)).length === 1;
  };
  await run(Date.now() + DAY_MS);
  expect(await isThere()).toBe(true);
  await system(sql`delete from usage_minutes where company_fk = ${other}`);
  expect(await isThere()).toBe(false);
  // Late reports of the days that every company keeps still find their partition.
  const [recent] = new Date(Date.now() - 3 * DAY_MS).toISOString().split('T');
  await system(sql`select add_usage_partition(${recent}::date)`);
  await maintainUsagePartitions(workers.deps, 90);
  expect(
    await system(sql`select 1 from pg_class where relname = ${`usage_minutes_${recent?.replaceAll('-', '')}`}`),
  ).toHaveLength(1);
});

test('two processes at once delete each row once', async () => {
  const company = await addCompany(3);
  await fill(company, ROWS);
  const deleted = await Promise.all([run(), run()]);
  expect(deleted[0] + deleted[1]).toBe(6 * (ROWS - ((await counts(company))['alerts'] ?? 0)));
  expect(await counts(company)).toMatchObject({ audits: ROWS });
});

test('a company whose history cannot be deleted does not stop the others, and has its turn with the next run', async () => {
  const filled = [await addCompany(1), await addCompany(1)];
  for (const company of filled) await fill(company, 24 * 40);
  const { database } = workers.deps;
  let failing = true;
  const partly: typeof database = {
    ...database,
    readAll: (work) =>
      database.readAll(async (tx) => {
        const result = await work(tx);
        // The plan of the first of the two.
        const plan = result as { history?: { company?: CompanyPk } } | null;
        if (failing && plan?.history?.company === filled[0]) throw new Error('no');
        return result;
      }),
  };
  const remove = createNightlyHistoryCleanup({ ...workers.deps, database: partly });
  const left = async () => (await Promise.all(filled.map(counts))).map(({ alerts = 0 }) => alerts < 24 * 31);
  await remove();
  expect(await left()).toEqual([false, true]);
  failing = false;
  await remove();
  expect(await left()).toEqual([true, true]);
});
