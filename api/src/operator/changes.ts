import type { CompanyPk, UserPk } from '@vigil/shared/contract/ids';
import { auditType } from '@vigil/shared/contract/audit-codes';
import { publishAnnouncement } from '@vigil/shared/platform/changes/announcements';
import type { Tx } from '@vigil/shared/platform/db/client';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { createNetworkPolicies } from '../session/network-policies.ts';
import { createSessionStore } from '../session/session-store.ts';
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

/** Open sessions get the rights of this moment. */
export async function refreshSessions(operator: Operator, of: { company: CompanyPk; user?: UserPk }): Promise<void> {
  const { database, log, now } = operator;
  const redis = await operator.redis();
  using networkPolicies = createNetworkPolicies({ database, redis, log });
  await createSessionStore({ database, redis, log, networkPolicies, now }).refresh(of);
}

/** After a change of rights or policies: consoles read them again, and open sessions and their sockets are re-evaluated. */
export async function announceRights(operator: Operator, of: { company: CompanyPk; user?: UserPk }): Promise<void> {
  const redis = await operator.redis();
  await publishAnnouncement(redis, of.company, { kind: 'policy' });
  await refreshSessions(operator, of);
}
