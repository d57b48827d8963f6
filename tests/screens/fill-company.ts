import { auditCode } from '@vigil/shared/contract/audit-codes';
import { changeIpPolicy } from '@vigil/shared/contract/http/ip-policy';
import { listUsers } from '@vigil/shared/contract/http/users';
import { MAX_CHANNELS, MAX_MAINTENANCE_WINDOWS } from '@vigil/shared/contract/limits';
import type { Sql } from 'postgres';
import type { Company } from '../browser/support/companies.ts';
import type { Stack } from '../support/stack.ts';
import { asSuperuser } from '../support/superuser.ts';

/** What of a company has a page of its own; none of a company without rows. */
interface Filled {
  readonly user: number | undefined;
  readonly incident: number | undefined;
  readonly ticket: number | undefined;
  readonly payment: string | undefined;
}

/**
 * Tickets in every state, each with up to five devices and what happened to it; of the first ten most wait for a
 * decision.
 * @returns one of them
 */
async function addTickets(sql: Sql, company: number, rows: number): Promise<number> {
  const [first] = await sql<{ pk: number }[]>`
    insert into tickets (company_fk, state, created_at, requester_fk, requester_id, requester_name, requester_company,
      requester_part, work_start, work_end, reason, asked_fk, asked_name, asked_position, asked_part, decider_fk, decider_name,
      decider_position, decider_part, worker_id)
    select ${company}, s, now() - n * interval '1 hour', u.pk, 'requester-of-tickets@vigil.test', 'Kim Min-ji',
      'Hanbit Facility Services', 'Field operations, second team', now() - interval '1 hour', now() + n % 5 * interval '1 day' + interval '3 hours',
      'Replace the card reader and check the printer driver afterwards', u.pk, 'Park Ji-hoon', 'Team lead', 'Operations',
      case when s > 1 then u.pk end, case when s > 1 then 'Park Ji-hoon' else '' end, 'Team lead', 'Operations',
      case when s in (2, 3, 10) then 't' || n || 'abc234' end
    from (select n, (array[0, 1, 0, 2, 1, 3, 0, 4, 2, 10])[1 + n % 10] as s from generate_series(0, ${rows - 1}::int) n) t,
      (select min(pk) as pk from users where company_fk = ${company}) u
    returning pk`;
  await sql`
    insert into ticket_devices (company_fk, ticket_fk, device_fk, n, device_name)
    select ${company}, t.pk, d.pk, d.n, d.alias from tickets t
    join (select pk, alias, row_number() over (order by pk) as n from devices where company_fk = ${company} limit 5) d
      on d.n <= 1 + t.pk % 5
    where t.company_fk = ${company}`;
  await sql`
    insert into ticket_history (company_fk, ticket_fk, at, move, state, actor_fk, actor_name, note)
    select ${company}, pk, created_at + step * interval '7 minutes', case when step > 0 then 'change' end, 0, requester_fk,
      requester_name, '' from tickets, generate_series(0, 1) step where company_fk = ${company} and (step = 0 or state = 0)`;
  return Number(first?.pk);
}

/**
 * Remote sessions with a file each, sign-ins and deletions of devices over the year before; alerts come with the
 * incidents.
 */
async function addHistories(sql: Sql, company: number, rows: number): Promise<void> {
  const at = sql`now() - n * (interval '1 year' / ${rows}::int)`;
  const days = sql`generate_series(1, ${rows}::int) n`;
  await sql`
    insert into remote_sessions (id, company_fk, type, user_fk, mgrid, user_name, device_fk, device_alias, device_guid, host_os_id,
      host_public_ip, host_private_ip, viewer_public_ip, viewer_os_id, security, secret_hash, issued_at, start_time, end_time, end_reason)
    select gen_random_uuid(), ${company}, case when n % 4 = 0 then 'ft' else 'rc' end, n % 9 + 1, 'user-' || n % 9 || '@vigil.test', 'Kim Min-ji',
      n % 23 + 1, 'Device ' || n % 23, gen_random_uuid(), n % 5 + 1, '203.0.113.' || n % 250, '10.0.0.' || n % 250, '198.51.100.' || n % 250,
      n % 3 + 1, n % 2, 'none', ${at}, ${at}, ${at} + n % 90 * interval '1 minute', 'viewer' from ${days}`;
  await sql`
    insert into remote_files (company_fk, session_fk, file_name, action_type, file_size, start_time, end_time)
    select company_fk, id, 'report.pdf', case when security = 1 then 'upload' else 'download' end, 1024 ^ (host_os_id - 1) * 3, start_time, end_time
    from remote_sessions where company_fk = ${company}`;
  await sql`
    insert into access_records (company_fk, user_fk, mgrid, name, ip, mgr_pri_ip, browser, login_from, access_time)
    select ${company}, n % 9 + 1, 'user-' || n % 9 || '@vigil.test', 'Kim Min-ji', '203.0.113.' || n % 250,
      case when n % 3 = 0 then '10.0.0.' || n % 250 end, case when n % 3 = 0 then '' else 'Chrome' end,
      case when n % 3 = 0 then 'app' else 'web' end, ${at} from ${days}`;
  await sql`
    insert into audits (company_fk, act_name_id, act_type_id, device_pk, new_value, name, reg_mail, act_time)
    select ${company}, ${auditCode.delete}, 1, 1000000 + n, case when n % 7 = 0 then '1' else 'Device ' || n end, 'Kim Min-ji',
      'user-' || n % 9 || '@vigil.test', ${at} from ${days}`;
}

/**
 * Channels with their deliveries, and maintenance windows that are open, repeat or are to come: no more than a company
 * may have.
 */
async function addAlerting(sql: Sql, company: number, rows: number): Promise<void> {
  const [channels, windows] = [Math.min(rows, MAX_CHANNELS), Math.min(rows, MAX_MAINTENANCE_WINDOWS)];
  await sql`
    insert into channels (company_fk, name, kind, sealed_url, host, after_minutes, is_enabled, language, time_zone_id)
    select ${company}, 'Channel ' || n, k, '', case k when 'mail' then 'noc@vigil.test,night@vigil.test' else k || '.example.com' end,
      case when n % 3 = 0 then 15 end, n % 5 > 0, 'en', 32
    from (select n, (array['webhook', 'slack', 'teams', 'discord', 'mail'])[1 + n % 5] as k from generate_series(1, ${channels}::int) n) c`;
  await sql`
    insert into channel_deliveries (company_fk, channel_fk, incident_fk, event, body, state, tries, status, duration_ms, error,
      created_at, tried_at, next_try_at)
    select ${company}, c.pk, i.pk, 'opened', '{}', s, n % 4, case s when 'delivered' then 204 when 'failed' then 503 end, 20 + n * 7,
      case s when 'failed' then 'http' else '' end, i.first_at, i.first_at + interval '2 seconds', now() + interval '5 minutes'
    from (select *, (array['delivered', 'delivered', 'failed', 'waiting'])[1 + n % 4] as s from (
      select pk, first_at, row_number() over (order by pk) as n from incidents where company_fk = ${company} limit 50
    ) numbered) i, (select pk from channels where company_fk = ${company} order by pk limit 2) c`;
  await sql`
    insert into maintenance_windows (company_fk, reason, group_fk, start_at, end_at, week_days, time_zone_id, created_name)
    select ${company}, 'Replacement of the access switch ' || n, (select min(pk) from device_groups where company_fk = ${company}),
      at, at + interval '2 hours', case when n % 3 = 0 then '{1,3,5}'::smallint[] end, 32, 'Kim Min-ji'
    from (select n, now() + (n - 2) * interval '45 minutes' as at from generate_series(1, ${windows}::int) n) w`;
}

/** Commands of every outcome, alone and for several devices at once. */
async function addCommands(sql: Sql, company: number): Promise<void> {
  await sql`
    insert into commands (id, company_fk, device_fk, device_alias, type, state, message, issued_by, issuer_name, bulk_id, created_at,
      deadline, finished_at)
    select gen_random_uuid(), ${company}, d.pk, d.alias, (array['reboot', 'shutdown', 'update'])[1 + n % 3],
      (array['done', 'done', 'failed', 'expired'])[1 + n % 4], case when n % 4 = 2 then 'refused' end, u.pk, 'Kim Min-ji',
      md5((n / 4)::text)::uuid, at, at + interval '5 minutes', at + n % 90 * interval '1 second'
    from (select *, row_number() over (order by pk) as n, now() - row_number() over (order by pk) * interval '13 minutes' as at
      from devices where company_fk = ${company}) d, (select min(pk) as pk from users where company_fk = ${company}) u`;
}

/** Payments in every state, by every method. @returns one that is paid */
async function addPayments(sql: Sql, company: number, rows: number): Promise<string | undefined> {
  const made = await sql<{ id: string; state: string }[]>`
    insert into payments (id, company_fk, user_fk, state, provider, method, type, device_volume, months, unit_price, total, starts_at,
      expires_at, created_at, paid_at)
    select gen_random_uuid(), ${company}, u.pk, s, 'sandbox', case when s = 'waiting' and n % 2 = 0 then 'SC0030' when s in ('paid', 'failed')
      then (array['SC0010', 'SC0030', 'SC0060'])[1 + n % 3] end, case when n % 4 = 0 then 'Basic' else 'Corporate' end, 5 + n % 40, 1 + n % 12,
      4500, (5 + n % 40) * (1 + n % 12) * 4500, at, at + (1 + n % 12) * interval '1 month', at, case when s in ('paid', 'withdrawn') then at end
    from (select n, (array['waiting', 'paid', 'paid', 'failed', 'cancelled', 'paid', 'lapsed', 'withdrawn'])[1 + n % 8] as s,
      now() - n * interval '2 days' as at from generate_series(0, ${rows - 1}::int) n) t,
      (select min(pk) as pk from users where company_fk = ${company}) u
    returning id, state`;
  return made.find(({ state }) => state === 'paid')?.id;
}

/**
 * Fills a company with users, who all see its first group, their API tokens, groups, devices that never connected,
 * requests for access, entries of the audit, incidents, channels, maintenance windows, commands, histories of a year,
 * tickets, payments and IP rules.
 */
export async function fillCompany(stack: Stack, { pk: company, client }: Company, rows: number): Promise<Filled> {
  if (rows === 0) return { user: undefined, incident: undefined, ticket: undefined, payment: undefined };
  const { incident, ticket, payment } = await asSuperuser(stack, async (sql) => {
    await sql`
      insert into users (company_fk, mgrid, password_hash, name, email, phone, department, active, member_type_id)
      select ${company}, ${`user-${company}-`} || n, 'none', 'Name ' || n, 'user' || n || '@vigil.test', '010-' || n,
        'Department ' || n % 20, n % 10 > 0, case when n % 50 = 0 then 6 else 1 end
      from generate_series(1, ${rows}::int) n`;
    await sql`
      insert into device_groups (company_fk, name, manager_name)
      select ${company}, 'Group ' || n, 'Manager ' || n from generate_series(1, ${rows}::int) n`;
    await sql`
      insert into group_members (company_fk, device_group_fk, member_fk)
      select company_fk, (select min(pk) from device_groups where company_fk = ${company}), pk
      from users where company_fk = ${company} and type <> 'Manager'`;
    // Some are limited to a group, some have never been used, some have expired; those of inactive users are suspended.
    await sql`
      insert into api_tokens (company_fk, user_fk, name, token_hash, hint, scopes, group_pks, created_at, expires_at,
        last_used_at, last_used_ip)
      select company_fk, pk, 'Inventory ' || n, md5(random()::text) || md5(random()::text), 'vgl_' || left(md5(n::text), 8),
        case n % 3 when 0 then '{read,commands}'::text[] when 1 then '{read}' else '{read,commands,administration}' end,
        case when n % 3 = 0 then array[(select min(pk) from device_groups where company_fk = ${company})] end,
        now() - n * interval '1 hour', now() + (n % 7 - 1) * interval '10 days',
        case when n % 4 > 0 then now() - n * interval '5 minutes' end, case when n % 4 > 0 then '198.51.100.' || n % 250 end
      from (select *, row_number() over (order by pk) as n from users where company_fk = ${company}) u`;
    await sql`
      insert into devices (company_fk, guid, public_key, alias, approval, dev_os_id, device_group_fk)
      select ${company}, gen_random_uuid(), gen_random_uuid()::text, 'Device ' || n, 1, 1,
        (select min(pk) from device_groups where company_fk = ${company})
      from generate_series(1, ${rows}::int) n`;
    await sql`
      insert into approvals (company_fk, device_fk, device_alias, requester_fk, requester_id, requester_name, approver_fk,
        approver_id, approver_name, proposal_time, start_time, end_time, approval_reason, approve_state)
      select company_fk, pk, alias, (select min(pk) from users where company_fk = ${company}), 'requester', 'Requester',
        (select min(pk) from users where company_fk = ${company}), 'approver', 'Approver', now() - n * interval '1 minute',
        now() - n % 3 * interval '2 hours', now() - n % 3 * interval '2 hours' + interval '90 minutes', 'Printer driver', n % 4 % 3
      from (select *, row_number() over (order by pk) as n from devices where company_fk = ${company}) d`;
    // One of three in four incidents is a site, and most of them are over.
    const [first] = await sql<{ pk: string }[]>`
      insert into incidents (company_fk, cause, address, name, device_fk, device_count, site_count, state, first_at, opened_at,
        resolved_at, note, acknowledged_at, acknowledged_name)
      select company_fk, case when n % 4 = 0 then 'device' else 'site' end, '203.0.113.' || n % 250, alias, pk, 1, 4, s,
        now() - n * interval '20 minutes', now() - n * interval '20 minutes',
        case when s = 2 then now() - n * interval '19 minutes' end,
        case when s = 1 then 'The provider is informed, back at noon' else '' end,
        case when s = 1 then now() - n * interval '18 minutes' end, case when s = 1 then 'Kim Min-ji' else '' end
      from (
        select *, row_number() over (order by pk) as n, case when row_number() over (order by pk) < 5
          then (row_number() over (order by pk))::int % 2 else 2 end as s
        from devices where company_fk = ${company}
      ) d
      returning pk`;
    // Without a threshold the workers would end what is open.
    await sql`
      insert into alert_thresholds (company_fk, group_fk, alert_code, alert_time, alert_th_value)
      select ${company}, pk, t.code, t.minutes, t.value
      from device_groups, (values ('IW1', 1, null), ('IW2', null, 95), ('IW4', null, 90)) as t(code, minutes, value)
      where company_fk = ${company} and flag_df_group = 1`;
    // A full disk of a device that is off is unknown.
    await sql`
      insert into alerts (company_fk, device_fk, device_alias, device_os_id, alert_code, alert_value, alert_limit, last_value,
        last_value_at, unknown_since, generate, incident_fk)
      select ${company}, d.pk, d.alias, 1, 'IW4', 95, 90, 96, i.first_at + interval '6 minutes', i.first_at + interval '7 minutes',
        i.first_at, i.pk
      from (select min(pk) as pk, min(alias) as alias from devices where company_fk = ${company}) d,
        (select pk, first_at from incidents where company_fk = ${company} and state < 2 order by pk limit 1) i`;
    await sql`
      insert into alerts (company_fk, device_fk, device_alias, device_os_id, alert_code, alert_value, generate, ended_at, incident_fk)
      select ${company}, d.pk, d.alias, 1, 'IW1', 1, i.first_at + d.n * interval '9 seconds',
        case when i.state = 2 or d.n % 3 = 0 then i.first_at + d.n * interval '60 seconds' end, i.pk
      from (select *, row_number() over (order by pk) as k from incidents where company_fk = ${company}) i
      join (select *, row_number() over (order by pk) as n from devices where company_fk = ${company}) d
        on d.n between i.k and i.k + 3
      on conflict do nothing`;
    await addHistories(sql, company, rows);
    await addAlerting(sql, company, rows);
    await addCommands(sql, company);
    return {
      incident: Number(first?.pk),
      ticket: await addTickets(sql, company, rows),
      payment: await addPayments(sql, company, rows),
    };
  });
  const rules = Array.from({ length: rows }, (_, n) => ({
    start_ip_address: n % 7 === 0 ? `2001:db8:${n.toString(16)}::/48` : `198.18.${n >> 7}.${(n & 127) * 2}`,
    reason: n % 3 === 0 ? `Branch office ${n}` : '',
  }));
  await client.call(changeIpPolicy, { body: { type: 'post', rows: rules } });
  await client.call(changeIpPolicy, { body: { type: 'set', policy_use: 1 } });
  const { objects } = await client.call(listUsers, { query: { sort_active: 'inactive' } });
  return { user: objects[0]?.pk, incident, ticket, payment };
}
