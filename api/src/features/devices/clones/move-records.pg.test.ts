import { DevicePk } from '@vigil/shared/contract/ids';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../../testing/fixture.ts';
import { movedTableNames, moveDeviceRecords } from './move-records.ts';

const test = apiTest();

/** What describes the device as it is, and goes with it. */
const STAYS = ['device_hardware', 'device_processes', 'last_frames'];

test('each table with rows of devices moves them in a merge, or is known to keep them', async ({ api }) => {
  const rows = await api.deps.database.asSystem((tx) =>
    tx.execute<{ table: string }>(sql`
      select c.relname as table from pg_attribute a join pg_class c on c.oid = a.attrelid
      where a.attname in ('device_fk', 'device_pk') and c.relkind in ('r', 'p') and not c.relispartition
        and c.relnamespace = 'public'::regnamespace`),
  );
  expect(rows.map(({ table }) => table).toSorted()).toEqual([...movedTableNames, ...STAYS].toSorted());
});

test('what a bulk job has done with a device moves, what it is yet to do does not', async ({ api, company }) => {
  const [from, into] = [DevicePk.parse(1), DevicePk.parse(2)];
  const rows = await api.deps.database.asSystem(async (tx) => {
    const [job] = await tx.execute<{ id: string }>(sql`
      insert into bulk_jobs (id, company_fk, user_fk, change, total, done, attempt, lease_until)
      values (gen_random_uuid(), ${company.pk}, 1, '{}', 2, 1, gen_random_uuid(), now() + interval '1 day') returning id`);
    await tx.execute(sql`
      insert into bulk_job_devices (company_fk, job_fk, n, device_fk, outcome)
      values (${company.pk}, ${job?.id}, 1, ${from}, 'done'), (${company.pk}, ${job?.id}, 2, ${from}, null)`);
    await moveDeviceRecords(tx, { from, into, at: new Date() });
    return tx.execute(sql`select device_fk from bulk_job_devices where job_fk = ${job?.id} order by n`);
  });
  expect(rows.map((row) => row['device_fk'])).toEqual([into, from]);
});
