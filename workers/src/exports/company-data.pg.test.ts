import { randomUUID } from 'node:crypto';
import { ExportId, UserPk } from '@vigil/shared/contract/ids';
import { exportChunks, exports } from '@vigil/shared/platform/db/schema/exports';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { users } from '@vigil/shared/platform/db/schema/users';
import { connectQueueRedis } from '@vigil/shared/platform/queues';
import { unzip } from '@vigil/shared/spreadsheets/unzip.test-support';
import { asc, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { readSheet } from '../../../tests/support/workbook.ts';
import { createJobCounter } from '../define-worker.ts';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { exportsWorker } from './write-export.ts';

const test = workersTest();
const ROWS = 1_203;

test.beforeEach(({ workers }) => workers.deps.database.asSystem((tx) => tx.delete(users)));

async function addUser({ deps, company }: WorkersTestContext, type: string): Promise<UserPk> {
  const values = {
    companyFk: company,
    mgrid: randomUUID().slice(0, 30),
    name: 'Kim',
    passwordHash: 'argon-hash',
    type,
  };
  const [row] = await deps.database.asSystem((tx) => tx.insert(users).values(values).returning({ pk: users.pk }));
  return UserPk.parse(row?.pk);
}

async function addExport({ deps, company }: WorkersTestContext, userFk: UserPk): Promise<ExportId> {
  const id = ExportId.parse(randomUUID());
  const at = new Date(deps.now());
  await deps.database.asSystem((tx) =>
    tx.insert(exports).values({
      id,
      companyFk: company,
      userFk,
      kind: 'companyData',
      request: { export_id: 'companyData' },
      language: 'en',
      fileName: 'vigil_data.zip',
      state: 'waiting',
      createdAt: at,
      changedAt: at,
    }),
  );
  await deps.queues.add('exports', [{ id, data: { id } }]);
  return id;
}

const openWorker = ({ deps, redisUrl }: WorkersTestContext) =>
  exportsWorker.open(deps, {
    connection: connectQueueRedis(redisUrl, { cluster: false, log: deps.log }),
    concurrency: 1,
    counter: createJobCounter(deps),
  });

const rowOf = async ({ deps }: WorkersTestContext, id: ExportId) =>
  (await deps.database.readAll((tx) => tx.select().from(exports).where(eq(exports.id, id))))[0];

async function readFiles({ deps }: WorkersTestContext, id: ExportId): Promise<Record<string, Buffer>> {
  const chunks = await deps.database.readAll((tx) =>
    tx
      .select({ data: exportChunks.data })
      .from(exportChunks)
      .where(eq(exportChunks.exportFk, id))
      .orderBy(asc(exportChunks.n)),
  );
  return unzip(Buffer.concat(chunks.map(({ data }) => data)));
}

test('all data of a company is a JSON file for each table and workbooks, without secrets and without other companies', async ({
  workers,
  device,
}) => {
  const { deps, company } = workers;
  const admin = await addUser(workers, 'Manager');
  await deps.database.asSystem(async (tx) => {
    await tx.insert(audits).values(
      Array.from({ length: ROWS }, (_, n) => ({
        companyFk: company,
        actNameId: 50,
        actTypeId: 1,
        newValue: `idle_time: ${n}`,
        name: 'Kim',
      })),
    );
    await tx.execute(sql`
      with other as (insert into companies (name) values ('Other') returning pk)
      insert into audits (company_fk, act_name_id, act_type_id, new_value) select pk, 50, 1, 'theirs' from other`);
  });
  await using _worker = openWorker(workers);
  const id = await addExport(workers, admin);
  await eventually(async () => expect((await rowOf(workers, id))?.state).toBe('ready'));
  const files = await readFiles(workers, id);
  const tableOf = (name: string) => JSON.parse(String(files[`tables/${name}.json`])) as Record<string, unknown>[];

  expect(tableOf('companies')).toMatchObject([{ name: 'Tests' }]);
  expect(tableOf('devices')).toMatchObject([{ pk: device, alias: 'Device' }]);
  expect(tableOf('audits').map((row) => row['new_value'])).toEqual(
    Array.from({ length: ROWS }, (_, n) => `idle_time: ${n}`),
  );
  expect(tableOf('users')).toMatchObject([{ pk: admin, name: 'Kim' }]);
  expect(Object.keys(tableOf('users')[0] ?? {})).not.toContain('password_hash');
  expect(tableOf('tickets')).toEqual([]);
  expect(Object.values(files).join('\n')).not.toMatch(/argon-hash|theirs/u);
  const { rows } = await readSheet(files['workbooks/audit.xlsx']!);
  expect(rows).toHaveLength(ROWS + 1);
  expect(
    Object.keys(files)
      .filter((name) => name.startsWith('workbooks/'))
      .toSorted(),
  ).toEqual([
    'workbooks/alert_history.xlsx',
    'workbooks/audit.xlsx',
    'workbooks/devices.xlsx',
    'workbooks/file_history.xlsx',
    'workbooks/login_history.xlsx',
    'workbooks/remote_history.xlsx',
  ]);
});

test('a user who is no administrator any more gets no data', async ({ workers }) => {
  const user = await addUser(workers, 'Member');
  await using _worker = openWorker(workers);
  const id = await addExport(workers, user);
  await eventually(async () => expect((await rowOf(workers, id))?.state).toBe('failed'));
});
