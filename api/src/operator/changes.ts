import type { CompanyPk } from '@vigil/shared/contract/ids';
import { auditType } from '@vigil/shared/contract/audit-codes';
import type { WriteTx } from '@vigil/shared/platform/changes/commit-change';
import type { Tx } from '@vigil/shared/platform/db/client';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { createAccessPolicies } from '../session/access-policies.ts';
import type { Operator } from './operator.ts';

interface OperatorAudit {
  readonly code: number;
  /** The field or the account that was changed; it precedes the values. */
  readonly about: string;
  readonly oldValue: string | undefined;
  readonly newValue: string | undefined;
}

/** Records a change by an operator, who has no account, in the audit of the company that it concerns. */
export const auditOperator = (tx: Tx, company: CompanyPk, { code, about, oldValue, newValue }: OperatorAudit) =>
  tx.insert(audits).values({
    companyFk: company,
    actNameId: code,
    actTypeId: auditType.action,
    oldValue: `${about}: ${oldValue ?? ''}`,
    newValue: `${about}: ${newValue ?? ''}`,
    name: 'operator',
  });

/** Changes what the access policy of a company is made of; open sessions that it does not admit any more end. */
export async function changeAccess<T>(
  operator: Operator,
  company: CompanyPk,
  work: (tx: WriteTx) => Promise<T>,
): Promise<T> {
  const { database, log, now } = operator;
  const redis = await operator.redis();
  using accessPolicies = createAccessPolicies({ database, redis, log, now });
  return await accessPolicies.change(company, async (tx) => ({ value: await work(tx), done: true }));
}
