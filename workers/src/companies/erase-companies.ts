import type { CompanyPk } from '@vigil/shared/contract/ids';
import { keptSince } from '@vigil/shared/domain/company-deletion';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { usageMinutes } from '@vigil/shared/platform/db/schema/records';
import { runForEachCompany } from '@vigil/shared/platform/each-company';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { and, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Deps } from '../deps.ts';
import { anonymiseKeptRecords } from './anonymise-records.ts';
import { companyTables } from './company-tables.ts';
import { eraseDevices, eraseOrphanedUsage } from './erase-devices.ts';

const ROWS_AT_ONCE = 2_000;

/** After the users are gone, workers end what they had open, such as remote sessions, which has rows as well. */
const SETTLED_MS = 60_000;

async function eraseRows(deps: Deps, company: CompanyPk, table: PgTable): Promise<void> {
  for (let gone = ROWS_AT_ONCE; gone === ROWS_AT_ONCE;)
    gone = await commitChange(deps, company, async (tx) => {
      const [row] = await tx.execute<{ n: number }>(sql`
        with gone as (
          delete from ${table} where ctid in (select ctid from ${table} where company_fk = ${company} limit ${ROWS_AT_ONCE})
          returning 1
        )
        select count(*)::int as n from gone`);
      return row?.n ?? 0;
    });
}

async function erase(deps: Deps, company: CompanyPk): Promise<number> {
  await eraseDevices(deps, company);
  await eraseOrphanedUsage(deps, company);
  for (const { table, atDeletion } of companyTables)
    // Usage has partitions, whose rows are not told apart by their place.
    if (atDeletion === 'deleted' && table !== usageMinutes) await eraseRows(deps, company, table);
  await anonymiseKeptRecords(deps, company);
  const live = [redisKeys.usage(company), redisKeys.alertStreaks(company), redisKeys.systemTimes(company)];
  await Promise.all(live.map((key) => deps.redis.commands.del(key)));
  await commitChange(deps, company, (tx) =>
    tx
      .update(companies)
      .set({ erasedAt: new Date(deps.now()) })
      .where(eq(companies.pk, company)),
  );
  deps.log.info({ company }, 'data of a closed company deleted');
  return 1;
}

/**
 * Deletes what closed companies have, but for what the terms keep, in batches. One that was interrupted goes on with
 * what is left; each company on its own. @returns how many companies
 */
export async function eraseClosedCompanies(deps: Deps): Promise<number> {
  const settled = new Date(deps.now() - SETTLED_MS);
  const closed = await deps.database.readAll((tx) =>
    tx
      .select({ company: companies.pk })
      .from(companies)
      .where(and(isNull(companies.erasedAt), lte(companies.closedAt, settled))),
  );
  return runForEachCompany(deps.log, closed, ({ company }) => erase(deps, company));
}

/** Deletes companies whose records were kept for 5 years, with these. @returns how many */
export async function deleteKeptRecords(deps: Deps): Promise<number> {
  const since = keptSince(new Date(deps.now()));
  const over = await deps.database.readAll((tx) =>
    tx
      .select({ company: companies.pk })
      .from(companies)
      .where(and(isNotNull(companies.erasedAt), lte(companies.closedAt, since))),
  );
  return runForEachCompany(deps.log, over, async ({ company }) => {
    for (const { table, atDeletion } of companyTables)
      if (atDeletion !== 'deleted') await eraseRows(deps, company, table);
    await deps.database.asSystem((tx) => tx.delete(companies).where(eq(companies.pk, company)));
    return 1;
  });
}
