import { and, asc, eq } from 'drizzle-orm';
import { AlertCode, type AlertThreshold } from '@vigil/shared/contract/alert';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { problemOfThreshold } from '@vigil/shared/domain/thresholds';
import type { Tx } from '@vigil/shared/platform/db/client';
import { alertThresholds } from '@vigil/shared/platform/db/schema/records';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../session/session.ts';
import { findGroup } from './queries.ts';

export async function selectThresholds(tx: Tx, pk: GroupPk): Promise<AlertThreshold[]> {
  const rows = await tx
    .select()
    .from(alertThresholds)
    .where(eq(alertThresholds.groupFk, pk))
    .orderBy(asc(alertThresholds.alertCode));
  return rows.map((row) => ({
    alert_code: AlertCode.parse(row.alertCode),
    alert_time: row.minutes,
    alert_th_value: row.value,
  }));
}

/** Sets one threshold of a group; there is one of each code. */
export async function setThreshold(
  { database }: Deps,
  caller: Caller,
  { pk, threshold }: { pk: GroupPk; threshold: AlertThreshold },
): Promise<void> {
  const problem = problemOfThreshold(threshold);
  if (problem) throw new Problem(problem);
  await database.inCompany(caller.company, async (tx) => {
    if (!(await findGroup(tx, pk))) throw new Problem('not_found');
    const limits = { minutes: threshold.alert_time, value: threshold.alert_th_value };
    await tx
      .insert(alertThresholds)
      .values({ companyFk: caller.company, groupFk: pk, alertCode: threshold.alert_code, ...limits })
      .onConflictDoUpdate({ target: [alertThresholds.groupFk, alertThresholds.alertCode], set: limits });
  });
}

export async function dropThreshold(
  { database }: Deps,
  caller: Caller,
  { pk, code }: { pk: GroupPk; code: AlertCode },
): Promise<void> {
  await database.inCompany(caller.company, (tx) =>
    tx.delete(alertThresholds).where(and(eq(alertThresholds.groupFk, pk), eq(alertThresholds.alertCode, code))),
  );
}
