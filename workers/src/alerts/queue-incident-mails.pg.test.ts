import type { GroupPk } from '@vigil/shared/contract/ids';
import { commitCrossCompanyChange } from '@vigil/shared/platform/changes/commit-change';
import { mails } from '@vigil/shared/platform/db/schema/mails';
import { createMailQueue } from '@vigil/shared/platform/mail/outgoing';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { exhaustRateLimit } from '@vigil/shared/platform/redis/rate-limit';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { updateAlerts } from './update-alerts.ts';

const test = workersTest();
const SECOND_MS = 1_000;

let workers: WorkersTestContext;
test.beforeAll(({ workers: started }) => {
  workers = started;
});

const system = <T>(work: Parameters<typeof workers.deps.database.asSystem<T>>[0]) =>
  workers.deps.database.asSystem(work);
const keyOf = async (query: ReturnType<typeof sql>): Promise<number> =>
  Number((await system((tx) => tx.execute<{ pk: number }>(query)))[0]?.pk);

/** Two groups with a device each that went away a minute ago, behind addresses of their own. */
let floors: [GroupPk, GroupPk];
beforeEach(async () => {
  await system(async (tx) => {
    for (const table of ['mails', 'alerts', 'incidents', 'alert_thresholds', 'devices', 'users'])
      await tx.execute(sql.raw(`delete from ${table}`));
    await tx.execute(sql`delete from device_groups where flag_df_group = 0`);
  });
  await workers.clearRedis();
  floors = [await addFloor('First floor'), await addFloor('Second floor')];
});

async function addFloor(name: string): Promise<GroupPk> {
  const { company } = workers;
  const pk = await keyOf(sql`
    insert into device_groups (company_fk, name, flag_df_group) values (${company}, ${name}, 0) returning pk`);
  await system((tx) =>
    tx.execute(sql`
      insert into alert_thresholds (company_fk, group_fk, alert_code, alert_time) values (${company}, ${pk}, 'IW1', 1)`),
  );
  await system((tx) =>
    tx.execute(sql`
      insert into devices (company_fk, guid, public_key, alias, approval, device_group_fk, dev_os_id, last_disconnected_time, s_pub_ip)
      values (${company}, gen_random_uuid(), md5(${name}), ${`PC of ${name}`}, 1, ${pk}, 1, now() - interval '61 seconds', ${name})`),
  );
  return pk as GroupPk;
}

async function addUser(
  name: string,
  { language = 'en', type = 'Member', wantsMail = 1, sees = [] as GroupPk[], quiet = null as object | null } = {},
) {
  const user = await keyOf(sql`
    insert into users (company_fk, mgrid, password_hash, name, email, type, lang_code, flag_recept_mail, email_verified_at, time_zone_id,
      quiet_hours)
    values (${workers.company}, ${name}, 'none', ${name}, ${`${name}@vigil.test`}, ${type}, ${language}, ${wantsMail}, now(), 32,
      ${quiet === null ? null : JSON.stringify(quiet)}::jsonb)
    returning pk`);
  for (const group of sees) {
    await system((tx) =>
      tx.execute(sql`
        insert into group_members (company_fk, device_group_fk, member_fk) values (${workers.company}, ${group}, ${user})`),
    );
  }
}

const start = Date.now();
const update = (seconds: number) =>
  updateAlerts({ ...workers.deps, now: () => start + 60 * SECOND_MS + seconds * SECOND_MS }, workers.company);
const readMails = () =>
  system((tx) => tx.select({ to: mails.to, subject: mails.subject, text: mails.text }).from(mails).orderBy(mails.to));
const connectAll = async () => {
  const rows = await system((tx) => tx.execute<{ pk: number }>(sql`select pk from devices`));
  await workers.deps.redis.commands.hSet(
    redisKeys.presence(workers.company),
    Object.fromEntries(rows.map(({ pk }) => [String(pk), '{}'])),
  );
};

test('one mail to each reader when incidents are half a minute old, none while they return soon, and one when they are over', async () => {
  await addUser('anna', { type: 'Manager' });
  await addUser('minji', { language: 'ko', sees: [floors[0]] });
  await addUser('silent', { type: 'Manager', wantsMail: 0 });
  await addUser('elsewhere');
  await update(0);
  expect(await readMails()).toEqual([]);
  await update(31);
  const opened = await readMails();
  expect(opened).toMatchObject([
    { to: 'anna@vigil.test', subject: '2 incidents began' },
    { to: 'minji@vigil.test', subject: '인시던트: PC of First floor: 연결 끊김' },
  ]);
  expect(opened[0]?.text).toContain('PC of Second floor: Disconnected, since');
  expect(opened[1]?.text).toMatch(/http:\/\/localhost:8080\/ko\/incidents\/\d+/u);
  expect(opened[1]?.text).not.toContain('Second floor');
  await update(41);
  expect(await readMails()).toHaveLength(2);

  await connectAll();
  await update(60);
  // They return before their end is told, and end again.
  await workers.deps.redis.commands.del(redisKeys.presence(workers.company));
  await update(120);
  await update(160);
  await connectAll();
  await update(200);
  expect(await readMails()).toHaveLength(2);
  await update(381);
  const over = (await readMails()).slice(0).map(({ subject }) => subject);
  expect(over.toSorted()).toEqual(
    [
      '2 incidents began',
      '2 incidents are over',
      '인시던트: PC of First floor: 연결 끊김',
      '종료: PC of First floor: 연결 끊김',
    ].toSorted(),
  );
  await update(391);
  expect(await readMails()).toHaveLength(4);
});

test('what is over within half a minute is not told', async () => {
  await addUser('anna', { type: 'Manager' });
  await update(0);
  await connectAll();
  await update(10);
  await update(60);
  expect(await readMails()).toEqual([]);
});

test('mails wait for the end of the quiet hours of their reader, on his clock', async () => {
  const everyDay = [1, 2, 3, 4, 5, 6, 7];
  const at = (ms: number) => new Date(start + ms).toLocaleTimeString('en-GB', { timeZone: 'Asia/Seoul' }).slice(0, 5);
  const [before, later, last] = [at(-3_600_000), at(3_600_000), at(7_200_000)];
  await addUser('anna', { type: 'Manager', quiet: { from: before, to: later, week_days: everyDay } });
  await addUser('bora', { type: 'Manager', quiet: { from: later, to: last, week_days: everyDay } });
  await update(0);
  await update(31);
  const due = await system((tx) => tx.select({ to: mails.to, at: mails.nextTryAt }).from(mails).orderBy(mails.to));
  expect(due.map(({ to, at: time }) => [to, time.getTime() === 0 ? 'at once' : at(time.getTime() - start)])).toEqual([
    ['anna@vigil.test', later],
    ['bora@vigil.test', 'at once'],
  ]);
});

test('the contact of a group, or of the nearest group above it, gets the mails of its devices, once', async () => {
  await addUser('anna', { type: 'Manager', language: 'ja', wantsMail: 0 });
  const [first, second] = floors;
  await system((tx) =>
    tx.execute(sql`update device_groups set manager_email = 'Floor@vigil.test' where pk = ${first}`),
  );
  await system((tx) => tx.execute(sql`update device_groups set group_fk = ${first} where pk = ${second}`));
  await addUser('floor', { sees: [first] });
  await update(0);
  await update(31);
  expect(await readMails()).toMatchObject([{ to: 'floor@vigil.test', subject: '2 incidents began' }]);
});

test('an address that nobody has confirmed gets mails of all companies at one pace: later ones wait, and none is lost', async () => {
  await addUser('anna', { type: 'Manager' });
  await system((tx) => tx.execute(sql`update device_groups set manager_email = 'victim@other.test'`));
  // What other companies, and subaddresses, have used up.
  const other = { address: 'Victim+1@other.test', company: null, kind: 'incident' } as const;
  const mail = { subject: 'x', text: 'x', html: 'x' };
  const { database, redis, log } = workers.deps;
  await commitCrossCompanyChange({ database, redis, log }, async (tx) => {
    for (let n = 0; n < 60; n += 1) await createMailQueue(workers.deps)(tx, other, () => mail);
  });
  await update(0);
  await update(31);
  const dueOf = (address: string) =>
    system((tx) => tx.select({ at: mails.nextTryAt }).from(mails).where(eq(mails.to, address)));
  expect((await dueOf('anna@vigil.test')).map(({ at }) => at.getTime())).toEqual([0]);
  const [waiting, ...more] = await dueOf('victim@other.test');
  expect(more).toEqual([]);
  expect(waiting?.at.getTime()).toBeGreaterThan(Date.now());
  expect((await dueOf(other.address)).every(({ at }) => at.getTime() === 0)).toBe(true);
});

test('a company with too many incidents delays its mails and loses none, and no other company uses them up', async () => {
  await addUser('anna', { type: 'Manager' });
  const limitOf = (which: string) => redisKeys.limit('mail-incident', `${workers.company}-${which}`);
  const { redis } = workers.deps;
  await exhaustRateLimit(redis, limitOf('open'), { most: 30, windowMs: 60 * 60 * SECOND_MS });
  await update(0);
  await update(31);
  // The first of those that are apart.
  expect(await readMails()).toMatchObject([{ subject: '2 incidents began' }]);
  await addFloor('Third floor');
  await update(32);
  await update(63);
  expect(await readMails()).toHaveLength(1);
  await redis.commands.del(limitOf('open-apart'));
  await update(64);
  expect((await readMails()).map(({ subject }) => subject)).toContain('Incident: PC of Third floor: Disconnected');
  await connectAll();
  await update(65);
  await update(246);
  expect((await readMails()).map(({ subject }) => subject)).toContain('3 incidents are over');
});
