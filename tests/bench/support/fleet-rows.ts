import { CompanyPk } from '@vigil/shared/contract/ids';
import { usageColumns } from '@vigil/shared/contract/names';
import { createLog } from '@vigil/shared/platform/log';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { connectRedis } from '@vigil/shared/platform/redis/redis';
import postgres from 'postgres';
import type { Stack } from '../../support/stack.ts';
import { seedAgents, type SeededAgent } from './agents.ts';

const FIELDS_PER_CALL = 2_000;

/** Values as a device sends them: two decimals, megabytes, some not measured. */
const sampleOf = (n: number): (number | null)[] =>
  usageColumns.map((_, column) =>
    column > 8 ? null : Math.round(((n * 37 + column * 1_013) % 10_000) * (column % 3 === 2 ? 163.84 : 1)) / 100,
  );

/** Spreads all devices over groups that are nested four deep, ten in each. */
export async function seedGroups(stack: Stack, count: number): Promise<void> {
  await using sql = Object.assign(postgres(stack.databaseAdminUrl), { [Symbol.asyncDispose]: () => sql.end() });
  await sql`
    with recursive made as (
      select n, nextval(pg_get_serial_sequence('device_groups', 'pk')) as pk from generate_series(1, ${count}) n),
    placed as (
      select m.n, m.pk, parent.pk as parent from made m left join made parent on parent.n = (m.n - 1) / 10 and m.n > 10),
    rooted as (
      select n, pk, parent, null::bigint as root from placed where parent is null
      union all select p.n, p.pk, p.parent, coalesce(r.root, r.pk) from placed p join rooted r on r.pk = p.parent)
    insert into device_groups (pk, company_fk, name, group_fk, root_group_fk)
    select pk, (select min(pk) from companies), 'Site ' || lpad(n::text, 5, '0'), parent, root from rooted`;
  await sql`
    update devices set device_group_fk = g.pk
    from (select pk, row_number() over (order by pk) - 1 as at from device_groups where flag_df_group = 0) g
    where g.at = devices.pk % ${count}`;
  await sql`update companies set fleet_version = fleet_version + 1`;
}

/** Devices of the first company with everything that a list shows, nine of ten online, without sockets. */
export async function seedFleetRows(stack: Stack, count: number): Promise<SeededAgent[]> {
  const agents = await seedAgents(stack, count);
  await using sql = Object.assign(postgres(stack.databaseAdminUrl), { [Symbol.asyncDispose]: () => sql.end() });
  await sql`
    update devices set
      alias = 'BUSAN-PC-' || lpad(pk::text, 5, '0'), user_os_str = 'Windows 11 Pro 23H2', dev_os_id = 1, cs_ver = '1.4.2',
      s_pub_ip = '203.0.113.' || pk % 250, s_pri_ip = '10.' || pk % 200 || '.' || pk / 250 % 250 || '.' || pk % 250,
      mac_addr = upper(substr(guid::text, 1, 2) || '-' || substr(guid::text, 3, 2) || '-' || substr(guid::text, 5, 2)
        || '-' || substr(guid::text, 7, 2) || '-' || substr(guid::text, 10, 2) || '-' || substr(guid::text, 12, 2)),
      last_connected_time = now() - pk * interval '1 second', last_disconnected_time = now() - pk * interval '2 seconds'
    where alias like 'bench %'`;
  const [row] = await sql`update companies set fleet_version = fleet_version + 1 where pk = (
    select company_fk from devices limit 1) returning pk`;
  const company = CompanyPk.parse(row?.['pk']);
  await using redis = await connectRedis(stack.redis.url, createLog('bench', 'silent'));
  for (let i = 0; i < agents.length; i += FIELDS_PER_CALL) {
    const some = agents.slice(i, i + FIELDS_PER_CALL).map(({ pk }) => pk);
    const online = some.filter((pk) => pk % 10 !== 0);
    await redis.commands.hSet(
      redisKeys.presence(company),
      online.flatMap((pk) => [String(pk), `bench|c${pk}|${Date.now()}`]),
    );
    await redis.commands.hSet(
      redisKeys.usage(company),
      some.flatMap((pk) => [String(pk), JSON.stringify([pk, ...sampleOf(pk)])]),
    );
  }
  return agents;
}
