import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { lastNightlyTime, retentionCutoff } from '@vigil/shared/domain/retention';
import { readCompanyTimeZone } from '@vigil/shared/platform/company-time-zone';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { runForEachCompany } from '@vigil/shared/platform/each-company';
import { deleteOldHistory, deleteOldUsage, sumOfDeleted, type History } from '@vigil/shared/platform/old-history';
import { readVersionedPolicies } from '@vigil/shared/platform/policies';
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { nothing, recordDeletions } from './record-deletions.ts';

/** Rows of a transaction: other writers wait for none that is longer. */
const BATCH_ROWS = 5_000;
const BATCH_DEVICES = 50;

/**
 * What the last night of a company is to delete, or null when its period was changed since: the change waits for the
 * next one.
 */
const readPlan = ({ database, now }: Deps, company: CompanyPk) =>
  database.readAll(async (tx) => {
    const timeZone = await readCompanyTimeZone(tx, company);
    const night = lastNightlyTime(now(), timeZone);
    const { statisticsDeletePeriod: period, changes } = await readVersionedPolicies(tx, company);
    const changedAt = changes['statistics_delete_period']?.at;
    if (changedAt !== undefined && new Date(changedAt) > night) return null;
    return { night: night.getTime(), history: { company, start: retentionCutoff(period, night, timeZone) } };
  });

async function deleteUsage({ database, now }: Deps, history: History): Promise<number> {
  let deleted = 0;
  let after = 0 as DevicePk;
  for (;;) {
    const rows = await database.readAll((tx) =>
      tx
        .select({ pk: devices.pk })
        .from(devices)
        .where(and(eq(devices.companyFk, history.company), gt(devices.pk, after)))
        .orderBy(asc(devices.pk))
        .limit(BATCH_DEVICES),
    );
    const last = rows.at(-1);
    if (!last) return deleted;
    after = last.pk;
    const batch = { most: BATCH_ROWS, devices: rows.map(({ pk }) => pk) };
    for (let gone = BATCH_ROWS; gone === BATCH_ROWS; deleted += gone)
      gone = await database.asSystem(async (tx) => {
        const usage = await deleteOldUsage(tx, history, batch);
        await recordDeletions(tx, history, { deleted: { ...nothing, usage }, at: new Date(now()) });
        return usage;
      });
  }
}

async function deleteHistory({ database, now }: Deps, history: History): Promise<number> {
  let deleted = 0;
  for (;;) {
    const gone = await database.asSystem(async (tx) => {
      const rows = await deleteOldHistory(tx, history, { most: BATCH_ROWS });
      await recordDeletions(tx, history, { deleted: rows, at: new Date(now()) });
      return sumOfDeleted(rows);
    });
    if (gone === 0) return deleted;
    deleted += gone;
  }
}

/**
 * Deletes, for each company once a night, what is older than its `statistics_delete_period` (decision 44): alerts,
 * incidents, remote sessions with their files, sign-ins and failed ones, and the usage history of devices. Audit,
 * approvals and tickets stay. Several processes may do so at once, and one that ends in between leaves the rest to the
 * next run.
 * @returns what deletes for the companies whose night has come, and answers with the number of rows
 */
export function createNightlyHistoryCleanup(deps: Deps): () => Promise<number> {
  const done = new Map<CompanyPk, number>();
  return async () => {
    const all = await deps.database.readAll((tx) => tx.select({ company: companies.pk }).from(companies));
    return runForEachCompany(deps.log, all, async ({ company }) => {
      const plan = await readPlan(deps, company);
      if (plan === null || done.get(company) === plan.night) return 0;
      const deleted = (await deleteHistory(deps, plan.history)) + (await deleteUsage(deps, plan.history));
      done.set(company, plan.night);
      return deleted;
    });
  };
}
