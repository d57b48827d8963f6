import type postgres from 'postgres';

/**
 * Alerts and remote sessions of the first company, one after the other over the year before, of some devices and users.
 */
export async function seedHistoryRows(sql: postgres.Sql, count: number): Promise<void> {
  const at = sql`now() - n * (interval '1 year' / ${count}::int)`;
  const rows = sql`(select min(pk) as company from companies) c, generate_series(1, ${count}::int) n`;
  await sql`
    insert into alerts (company_fk, device_fk, device_alias, device_os_id, alert_code, alert_value, generate, ended_at)
    select company, n % 997 + 1, 'BUSAN-PC-' || n % 997, 1, 'IW' || n % 7 + 1, n % 100, ${at}, ${at} from ${rows}`;
  await sql`
    insert into remote_sessions (id, company_fk, type, user_fk, mgrid, user_name, device_fk, device_alias, device_guid, host_os_id,
      host_public_ip, secret_hash, issued_at, start_time, end_time, end_reason)
    select gen_random_uuid(), company, 'rc', n % 53 + 1, 'user-' || n % 53 || '@vigil.test', 'Kim', n % 997 + 1, 'BUSAN-PC-' || n % 997,
      gen_random_uuid(), 1, '203.0.113.1', 'x', ${at}, ${at}, ${at}, 'viewer' from ${rows}`;
  await sql`vacuum analyze alerts, remote_sessions`;
}
