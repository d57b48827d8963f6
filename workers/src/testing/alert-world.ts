import { AlertCode } from '@vigil/shared/contract/alert';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { MAX_CHANNEL_NAME } from '@vigil/shared/contract/limits';
import { usageColumns, type UsageField } from '@vigil/shared/contract/names';
import { SEALED_CHANNEL_SECRET, SEALED_CHANNEL_URL } from '@vigil/shared/platform/channels';
import { channels } from '@vigil/shared/platform/db/schema/channels';
import { incidents } from '@vigil/shared/platform/db/schema/incidents';
import { mails } from '@vigil/shared/platform/db/schema/mails';
import { alerts, alertThresholds } from '@vigil/shared/platform/db/schema/records';
import { serverHeartbeat } from '@vigil/shared/platform/db/schema/server-absences';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { takeLease } from '@vigil/shared/platform/redis/leases';
import { storedUsageRow } from '@vigil/shared/platform/redis/usage';
import { sealSecret } from '@vigil/shared/platform/secret-box';
import { sql } from 'drizzle-orm';
import { writeHeartbeat } from '../alerts/heartbeat.ts';
import { THRESHOLD_CHECK_INTERVAL_MS } from '../alerts/schedule-checks.ts';
import { updateAlerts } from '../alerts/update-alerts.ts';
import type { WorkersTestContext } from './test-workers.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const GATEWAY = 'alert-world';
export const CHANNEL_SECRET = 'vgs_of_the_test';

type Sample = Partial<Record<UsageField, number>> & { readonly fan?: string };

/** A company whose devices, gateways and workers follow the clock of a test. */
export async function createAlertWorld({ deps, company }: WorkersTestContext) {
  const { commands } = deps.redis;
  let now = Date.now();
  let hasGateways = true;
  let hasWorkers = true;
  const measuring = new Map<DevicePk, Sample | null>();

  const system = <T>(work: Parameters<typeof deps.database.asSystem<T>>[0]) => deps.database.asSystem(work);
  const keyOf = async (query: ReturnType<typeof sql>): Promise<number> =>
    Number((await system((tx) => tx.execute<{ pk: number }>(query)))[0]?.pk);
  const root = (await keyOf(
    sql`select pk from device_groups where company_fk = ${company} and flag_df_group = 1`,
  )) as GroupPk;

  const measure = async () => {
    if (!hasGateways) return;
    for (const [device, sample] of measuring) {
      if (!sample || !(await commands.hExists(redisKeys.presence(company), String(device)))) continue;
      const row = JSON.stringify([device, ...usageColumns.map((column) => sample[column] ?? null)]);
      const stored = storedUsageRow(row, { at: now, fan: sample.fan ?? '' });
      await commands.hSet(redisKeys.usage(company), String(device), stored);
    }
  };
  const evaluate = async () => {
    if (!hasWorkers) return;
    const later = { ...deps, now: () => now };
    if (hasGateways) await takeLease(deps.redis, GATEWAY);
    else await commands.del(redisKeys.lease(GATEWAY));
    await writeHeartbeat(later);
    await updateAlerts(later, company);
  };

  const world = {
    root,
    system,
    now: () => now,
    async reset() {
      await system(async (tx) => {
        for (const table of ['mails', 'alerts', 'incidents', 'alert_thresholds', 'devices', 'users', 'server_absences'])
          await tx.execute(sql.raw(`delete from ${table}`));
        await tx.execute(sql`delete from server_heartbeat`);
        await tx.execute(sql`delete from device_groups where flag_df_group = 0`);
      });
      await world.emptyRedis();
      measuring.clear();
      [hasGateways, hasWorkers] = [true, true];
      await keyOf(sql`
        insert into users (company_fk, mgrid, password_hash, name, email, type, lang_code, flag_recept_mail, email_verified_at,
          time_zone_id)
        values (${company}, 'anna', 'none', 'anna', 'anna@vigil.test', 'Manager', 'en', 1, now(), 32) returning pk`);
    },
    async emptyRedis() {
      const { presence, usage, alertStreaks } = redisKeys;
      await commands.del([presence(company), usage(company), alertStreaks(company)]);
    },
    addGroup: async (name: string, parent = root) =>
      (await keyOf(sql`
        insert into device_groups (company_fk, name, flag_df_group, group_fk) values (${company}, ${name}, 0, ${parent})
        returning pk`)) as GroupPk,
    async addDevice({ group = root, address = null as string | null } = {}): Promise<DevicePk> {
      const device = (await keyOf(sql`
        insert into devices (company_fk, guid, public_key, alias, approval, device_group_fk, dev_os_id, s_pub_ip)
        values (${company}, gen_random_uuid(), md5(gen_random_uuid()::text), 'PC', 1, ${group}, 1, ${address}) returning pk`)) as DevicePk;
      await world.connect(device);
      return device;
    },
    async connect(device: DevicePk) {
      await commands.hSet(redisKeys.presence(company), String(device), `${GATEWAY}|${device}|${now}`);
      await system((tx) =>
        tx.execute(
          sql`update devices set alive = 1, last_connected_time = ${new Date(now).toISOString()} where pk = ${device}`,
        ),
      );
    },
    async disconnect(device: DevicePk) {
      await commands.hDel(redisKeys.presence(company), String(device));
      await system((tx) =>
        tx.execute(sql`
          update devices set alive = 0, last_disconnected_time = ${new Date(now).toISOString()} where pk = ${device}`),
      );
    },
    /** What the device measures from now on; null: nothing. */
    measures: (device: DevicePk, sample: Sample | null) => void measuring.set(device, sample),
    move: (device: DevicePk, group: GroupPk) =>
      system((tx) => tx.execute(sql`update devices set device_group_fk = ${group} where pk = ${device}`)),
    async setThreshold(code: string, limit: { minutes: number } | { value: number }, group = root) {
      const row = { companyFk: company, groupFk: group, alertCode: AlertCode.parse(code), ...limit };
      const target = [alertThresholds.groupFk, alertThresholds.alertCode];
      await system((tx) => tx.insert(alertThresholds).values(row).onConflictDoUpdate({ target, set: limit }));
    },
    /** An enabled webhook, unless it is said otherwise. */
    async addChannel(more: Partial<typeof channels.$inferInsert> = {}, url = 'http://127.0.0.2:1/') {
      const { channelKeys } = deps;
      const row = {
        companyFk: company,
        name: `Channel ${JSON.stringify(more)}`.slice(0, MAX_CHANNEL_NAME),
        kind: 'webhook' as const,
        sealedUrl: sealSecret(channelKeys, url, SEALED_CHANNEL_URL),
        host: 'hooks.example',
        sealedSecret: sealSecret(channelKeys, CHANNEL_SECRET, SEALED_CHANNEL_SECRET),
        language: 'en' as const,
        timeZoneId: 16,
        createdAt: new Date(now - HOUR_MS),
        ...more,
      };
      await system((tx) => tx.insert(channels).values(row));
    },
    setGateways: (present: boolean) => void (hasGateways = present),
    setWorkers: (present: boolean) => void (hasWorkers = present),
    /** Lets time go by with an evaluation every ten seconds. */
    async pass(seconds: number) {
      for (const end = now + seconds * SECOND_MS; now < end;) {
        now += THRESHOLD_CHECK_INTERVAL_MS;
        await measure();
        await evaluate();
      }
    },
    /** Lets time go by in which nothing happens, and that servers could see. */
    async skip(seconds: number) {
      now += seconds * SECOND_MS;
      await system((tx) => tx.update(serverHeartbeat).set({ at: new Date(now) }));
    },
    alerts: () =>
      system((tx) =>
        tx
          .select({
            code: alerts.alertCode,
            value: alerts.value,
            limit: alerts.limit,
            lastValue: alerts.lastValue,
            isUnknown: sql<boolean>`unknown_since is not null`,
            noData: alerts.noData,
            endReason: alerts.endReason,
            isOpen: sql<boolean>`ended_at is null`,
            sensor: alerts.sensor,
          })
          .from(alerts)
          .orderBy(alerts.pk),
      ),
    mails: () =>
      system((tx) =>
        tx
          .select({ to: mails.to, subject: mails.subject, text: mails.text, dueAt: mails.nextTryAt })
          .from(mails)
          .orderBy(mails.pk),
      ),
    /** What a person was told in all. */
    count: () =>
      system(async (tx) => ({
        alerts: await tx.$count(alerts),
        incidents: await tx.$count(incidents),
        mails: await tx.$count(mails),
      })),
  };
  return world;
}

export type AlertWorld = Awaited<ReturnType<typeof createAlertWorld>>;
