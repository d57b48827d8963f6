import { auditCode, type AuditAction } from '@vigil/shared/contract/audit-codes';
import type { CompanyPk } from '@vigil/shared/contract/ids';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import { payments } from '@vigil/shared/platform/db/schema/payments';
import { eq, sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';

const ROWS_AT_ONCE = 5_000;

/**
 * Actions whose values name nobody: figures, dates, states. The values of all others are removed, since users type into
 * some of them.
 */
const withoutNames: readonly AuditAction[] = [
  'policyChange',
  'historyDeleted',
  'paymentOrdered',
  'paymentPaid',
  'paymentEnded',
  'paymentWithdrawn',
  'paymentRefused',
  'exported',
  'companyDeletion',
  'companyKept',
  'agentUpdate',
];
const keptCodes = withoutNames.map((action) => auditCode[action]);

/** Replaces who did what by a number, some entries at a time. A run that begins anew writes the same. */
async function anonymiseAudits(deps: Deps, company: CompanyPk): Promise<void> {
  for (let after = 0; ;) {
    const from = after;
    const last = await commitChange(deps, company, async (tx) => {
      const [row] = await tx.execute<{ last: string | null }>(sql`
        with batch as (
          select pk from audits where company_fk = ${company} and pk > ${from} order by pk limit ${ROWS_AT_ONCE}
        ), changed as (
          update audits set
            name = case when member_pk is null then '' else 'user-' || member_pk end,
            reg_mail = case when member_pk is null then '' else 'user-' || member_pk end,
            old_value = case when act_name_id = any(${`{${keptCodes.join(',')}}`}::int[]) then old_value end,
            new_value = case when act_name_id = any(${`{${keptCodes.join(',')}}`}::int[]) then new_value end
          where pk in (select pk from batch) returning pk
        )
        select max(pk) as last from changed`);
      return row?.last ?? null;
    });
    if (last === null) return;
    after = Number(last);
  }
}

/** Takes names, login IDs and addresses out of the records that are kept. */
export async function anonymiseKeptRecords(deps: Deps, company: CompanyPk): Promise<void> {
  await anonymiseAudits(deps, company);
  await commitChange(deps, company, (tx) =>
    tx.update(payments).set({ remarks: '', userFk: null }).where(eq(payments.companyFk, company)),
  );
}
