import { randomUUID } from 'node:crypto';
import { auditCode } from '@vigil/shared/contract/audit-codes';
import { runBulkDeviceAction, listBulkJobs } from '@vigil/shared/contract/http/device-bulk';
import { BulkId, DevicePk } from '@vigil/shared/contract/ids';
import postgres from 'postgres';
import { eventually } from '../support/eventually.ts';
import { expect, test } from '../support/system-test.ts';

const COUNT = 1_400;

test('the API is killed twice in the middle of a bulk change: each device is changed exactly once', async ({
  start,
}) => {
  const stack = await start();
  const client = await stack.signIn();
  const sql = postgres(stack.databaseAdminUrl, { max: 4, onnotice: () => undefined });
  await using _sql = { [Symbol.asyncDispose]: () => sql.end() };
  const rows = await sql<{ pk: number }[]>`
    insert into devices (company_fk, guid, public_key, alias, approval, device_group_fk)
    select company_fk, gen_random_uuid(), gen_random_uuid()::text, 'bulk ' || n, 1, pk
    from device_groups, generate_series(1, ${COUNT}) as n where flag_df_group = 1 returning pk`;
  const device_pks = rows.map(({ pk }) => DevicePk.parse(pk));
  const id = BulkId.parse(randomUUID());
  const done = async () => (await sql<{ done: number }[]>`select done from bulk_jobs where id = ${id}`)[0]?.done;

  /** Kills the API while it waits for a device, after `committed` devices were changed. */
  const killAt = (device: DevicePk | undefined, committed: number, act: () => Promise<unknown>) =>
    sql.begin(async (tx) => {
      await tx`select from devices where pk = ${device ?? 0} for update`;
      await act();
      await eventually(async () => {
        expect(await done()).toBe(committed);
        expect(
          await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%"devices"%'`,
        ).toHaveLength(1);
      });
      await stack.api.kill();
    });

  const change = { action: 'tag' as const, add: ['checked'], device_pks, confirm: COUNT, bulk_id: id };
  await killAt(device_pks[700], 500, async () => {
    client.call(runBulkDeviceAction, { body: change }).catch(() => undefined);
  });
  await killAt(device_pks[1_200], 1_000, () => stack.api.start());
  await stack.api.start();

  await eventually(async () => expect(await done()).toBe(COUNT));
  const [job] = (await client.call(listBulkJobs)).objects;
  expect(job).toMatchObject({ id, action: 'tag', total: COUNT, done: COUNT, refused: 0 });
  expect(job?.finished_at).not.toBeNull();
  const [audited] = await sql`
    select count(*)::int as count, count(distinct device_pk)::int as devices
    from audits where act_name_id = ${auditCode.tags}`;
  expect(audited).toEqual({ count: COUNT, devices: COUNT });
  // Its outcome is found by its id.
  const { objects } = await client.call(runBulkDeviceAction, { body: change });
  expect(objects).toEqual({ done: device_pks, refused: [] });
});
