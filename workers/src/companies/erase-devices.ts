import type { CompanyPk } from '@vigil/shared/contract/ids';
import { commitChange, publishFleetOnCommit } from '@vigil/shared/platform/changes/commit-change';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { deleteDevices } from '@vigil/shared/platform/delete-devices';
import { deleteOldUsage } from '@vigil/shared/platform/old-history';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';

const DEVICES_AT_ONCE = 50;
const MINUTES_AT_ONCE = 5_000;
/** Later than any sample. */
const END_OF_TIME = new Date('9999-01-01T00:00:00Z');

/** The days of which there are partitions of usage. */
const selectUsageDays = async ({ database }: Deps): Promise<string[]> => {
  const rows = await database.readAll((tx) =>
    tx.execute<{ day: string }>(sql`
      select right(c.relname, 8)::date::text as day from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'usage_minutes'::regclass order by 1`),
  );
  return rows.map(({ day }) => day);
};

/**
 * Deletes the devices of a company as users do, some at a time: their agents are told, and their usage goes before
 * them.
 */
export async function eraseDevices(deps: Deps, company: CompanyPk): Promise<void> {
  const { database } = deps;
  for (;;) {
    const rows = await database.read(company, (tx) =>
      tx
        .select({ pk: devices.pk })
        .from(devices)
        .where(eq(devices.companyFk, company))
        .orderBy(asc(devices.pk))
        .limit(DEVICES_AT_ONCE),
    );
    if (rows.length === 0) return;
    const pks = rows.map(({ pk }) => pk);
    const batch = { most: MINUTES_AT_ONCE, devices: pks };
    for (let gone = MINUTES_AT_ONCE; gone === MINUTES_AT_ONCE;)
      gone = await commitChange(deps, company, (tx) => deleteOldUsage(tx, { company, start: END_OF_TIME }, batch));
    await commitChange(deps, company, async (tx) => {
      const removed = await deleteDevices(tx, inArray(devices.pk, pks));
      if (removed.length === 0) return;
      const change = { pks: removed.map(({ pk }) => pk), from: removed.map(({ group }) => group) };
      publishFleetOnCommit(tx, [{ t: 'devices_removed', ...change }]);
    });
  }
}

/** Deletes the usage of devices that were deleted before, to which no key leads: day by day. */
export async function eraseOrphanedUsage(deps: Deps, company: CompanyPk): Promise<void> {
  for (const day of await selectUsageDays(deps))
    await commitChange(deps, company, async (tx) => {
      const start = sql`${`${day}T00:00Z`}::timestamptz`;
      await tx.execute(sql`
        delete from usage_minutes where company_fk = ${company} and minute >= ${start} and minute < ${start} + interval '1 day'`);
    });
}
