import type { CompanyPk } from '@vigil/shared/contract/ids';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { sql, type SQL } from 'drizzle-orm';

/** The names that the simulated fleet gives its devices: place, model and a number of five digits. */
const isSimulated: SQL = sql`alias ~ '-[0-9]{5}$'`;

/** Keys of users that no sequence reaches: the simulated people have no accounts. */
const FIRST_USER = 2_147_483_000;

/** In the place of the secret of a session, of which a real one has 64 digits: marks what was never held. */
const MARK = 'simulated';

const people: readonly (readonly [id: string, name: string])[] = [
  ['mina.kim', '김미나'],
  ['jun.park', '박준'],
  ['sora.lee', '이소라'],
  ['haru.sato', '佐藤 陽'],
  ['yui.tanaka', '田中 結衣'],
  ['emma.jones', 'Emma Jones'],
  ['noah.weber', 'Noah Weber'],
];

const files = ['report.pdf', 'screenshot.png', 'setup.exe', 'logs.zip', 'prices.xlsx', 'display.mp4'];

const textArray = (texts: readonly string[]): SQL =>
  sql`${`{${texts.map((text) => JSON.stringify(text)).join(',')}}`}::text[]`;

/** A number that follows from a text: another history would tell another story with each start. */
const draw = (...parts: readonly SQL[]): SQL =>
  sql`(abs(hashtext(concat_ws('/', ${sql.join([...parts], sql`, `)}))) % 1000000 / 1000000.0)`;

/**
 * `d`: the simulated devices, some busier than others; `s`: moments of office hours on the days before now, more on
 * working days.
 */
const withMoments = (company: CompanyPk, { days, now, salt }: { days: number; now: Date; salt: string }): SQL => {
  const busy = draw(sql`d.guid`, sql`'busy'`);
  const per = (what: string) => draw(sql`d.guid`, sql`day`, sql`n`, sql`${salt + what}::text`);
  return sql`d as (select * from devices d where company_fk = ${company} and ${isSimulated}),
    s as (
      select d.pk, d.guid, d.alias, d.dev_os_id, d.s_pub_ip, d.s_pri_ip, day, n,
        date_trunc('day', ${now.toISOString()}::timestamptz) - day * interval '1 day' + interval '7 hours'
          + ${per('hour')} * interval '11 hours' as at
      from d, generate_series(1, ${days}::int) day, generate_series(1, 4) n
      where ${per('chance')} < (0.15 + 0.5 * ${busy} * ${busy}) * (1.2 - day / (${days}::float8 * 1.5)) *
        case when extract(isodow from ${now.toISOString()}::timestamptz - day * interval '1 day') > 5 then 0.15 else 0.8 end)`;
};

const personOf = (of: SQL): { id: SQL; name: SQL; number: SQL } => {
  const number = sql`(1 + floor(${draw(of, sql`'person'`)} * ${draw(of, sql`'favourite'`)} * ${people.length}))::int`;
  return {
    number,
    id: sql`(${textArray(people.map(([id]) => id))})[${number}]`,
    name: sql`(${textArray(people.map(([, name]) => name))})[${number}]`,
  };
};

async function addSessions(tx: Tx, company: CompanyPk, span: { days: number; now: Date }): Promise<number> {
  const of = sql`s.guid::text || s.day || '-' || s.n`;
  const { id, name, number } = personOf(of);
  const rows = await tx.execute(sql`
    with ${withMoments(company, { ...span, salt: 'session' })}
    insert into remote_sessions (id, company_fk, type, user_fk, mgrid, user_name, device_fk, device_alias, device_guid, host_public_ip,
      host_private_ip, host_os_id, viewer_public_ip, viewer_os_id, security, secret_hash, issued_at, start_time, end_time, end_reason)
    select gen_random_uuid(), ${company}, case when ${draw(of, sql`'type'`)} < 0.8 then 'rc' else 'ft' end, ${FIRST_USER}::int + ${number}, ${id}, ${name}, s.pk, s.alias,
      s.guid, s.s_pub_ip, s.s_pri_ip, s.dev_os_id, '203.0.113.' || (1 + ${draw(of, sql`'ip'`)} * 40)::int,
      case when ${draw(of, sql`'os'`)} < 0.7 then 1 else 3 end, case when ${draw(of, sql`'pledge'`)} < 0.4 then 1 else 0 end, ${MARK},
      s.at, s.at + interval '4 seconds', s.at + interval '1 minute' + ${draw(of, sql`'length'`)} * interval '50 minutes', 'viewer'
    from s returning 1`);
  return rows.length;
}

async function addFiles(tx: Tx, company: CompanyPk): Promise<number> {
  const of = sql`r.device_guid::text || r.issued_at || n`;
  const rows = await tx.execute(sql`
    insert into remote_files (company_fk, session_fk, file_name, action_type, file_size, start_time, end_time)
    select ${company}, r.id, n || '-' || (${textArray(files)})[(1 + floor(${draw(of, sql`'file'`)} * ${files.length}))::int],
      case when ${draw(of, sql`'way'`)} < 0.6 then 'upload' else 'download' end, (power(10, 3 + 6 * ${draw(of, sql`'size'`)}))::bigint,
      r.start_time + n * interval '10 seconds', r.start_time + n * interval '10 seconds' + interval '7 seconds'
    from remote_sessions r, generate_series(1, 3) n
    where r.company_fk = ${company} and r.secret_hash = ${MARK} and ${draw(of, sql`'any'`)} < case r.type when 'ft' then 0.7 else 0.1 end
    on conflict do nothing returning 1`);
  return rows.length;
}

/** Alerts from before the enrolment of their devices, which no real one can be. */
async function addAlerts(tx: Tx, company: CompanyPk, span: { days: number; now: Date }): Promise<number> {
  const of = sql`s.guid::text || s.day || '-' || s.n || 'alert'`;
  const kind = sql`(array[1, 2, 2, 3, 5, 5, 4])[(1 + floor(${draw(of, sql`'kind'`)} * 7))::int]`;
  const rows = await tx.execute(sql`
    with ${withMoments(company, { ...span, salt: 'alert' })}
    insert into alerts (company_fk, device_fk, device_alias, device_os_id, alert_code, alert_value, generate, ended_at)
    select ${company}, s.pk, s.alias, s.dev_os_id, 'I' || (array['W', 'L', 'M', 'A', 'I'])[s.dev_os_id] || ${kind},
      90 + round((${draw(of, sql`'value'`)} * 9)::numeric, 1), s.at, s.at + interval '3 minutes' + ${draw(of, sql`'length'`)} * interval '2 hours'
    from s where s.dev_os_id between 1 and 5 and s.n <= 2 returning 1`);
  return rows.length;
}

/** Sign-ins without the session of the console, which every real one has. */
async function addSignIns(tx: Tx, company: CompanyPk, { days, now }: { days: number; now: Date }): Promise<number> {
  const of = sql`p.id || '/' || day || '/' || n`;
  const rows = await tx.execute(sql`
    insert into access_records (company_fk, user_fk, mgrid, name, ip, mgr_pri_ip, browser, login_from, dev_os_id, access_time)
    select ${company}, ${FIRST_USER}::int + p.number, p.id, p.name, '203.0.113.' || (1 + ${draw(of, sql`'ip'`)} * 40)::int,
      case when is_app then '10.0.0.' || (1 + ${draw(of, sql`'private'`)} * 200)::int end,
      case when is_app then '' else (array['Chrome', 'Edge', 'Firefox', 'Safari'])[(1 + floor(${draw(of, sql`'browser'`)} * 4))::int] end,
      case when is_app then 'app' else 'web' end, 1,
      date_trunc('day', ${now.toISOString()}::timestamptz) - day * interval '1 day' + interval '8 hours' + ${draw(of, sql`'hour'`)} * interval '9 hours'
    from unnest(${textArray(people.map(([id]) => id))}, ${textArray(people.map(([, name]) => name))}) with ordinality as p (id, name, number),
      generate_series(1, ${days}::int) day, generate_series(1, 2) n,
      lateral (select ${draw(of, sql`'app'`)} < 0.15 as is_app) a
    where ${draw(of, sql`'chance'`)} < 0.6 returning 1`);
  return rows.length;
}

export async function countSimulatedDevices(tx: ReadTx, company: CompanyPk): Promise<number> {
  const [row] = await tx.execute<{ n: string }>(
    sql`select count(*) as n from devices where company_fk = ${company} and ${isSimulated}`,
  );
  return Number(row?.n ?? 0);
}

export interface SimulatedRows {
  readonly sessions: number;
  readonly files: number;
  readonly alerts: number;
  readonly sign_ins: number;
}

/** Removes what was simulated of the past of a company. */
export async function removeSimulatedHistory(tx: Tx, company: CompanyPk): Promise<void> {
  await tx.execute(sql`delete from remote_sessions where company_fk = ${company} and secret_hash = ${MARK}`);
  await tx.execute(
    sql`delete from access_records where company_fk = ${company} and user_fk > ${FIRST_USER} and session_fk is null`,
  );
  await tx.execute(sql`
    delete from alerts a using devices d where a.company_fk = ${company} and d.pk = a.device_fk and ${isSimulated} and a.generate < d.created_at`);
}

/**
 * Writes a past of the simulated devices of a company, in the place of the one before: sessions, files, alerts and
 * sign-ins.
 */
export async function writeSimulatedHistory(
  tx: Tx,
  company: CompanyPk,
  span: { readonly days: number; readonly now: Date },
): Promise<SimulatedRows> {
  await removeSimulatedHistory(tx, company);
  return {
    sessions: await addSessions(tx, company, span),
    files: await addFiles(tx, company),
    alerts: await addAlerts(tx, company, span),
    sign_ins: await addSignIns(tx, company, span),
  };
}
