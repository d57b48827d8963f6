import type { CompanyPk, DevicePk, UserPk } from '@vigil/shared/contract/ids';
import { auditCode, auditType } from '@vigil/shared/contract/audit-codes';
import type { Tx } from '@vigil/shared/platform/db/client';
import { insertInChunks } from '@vigil/shared/platform/db/in-chunks';
import { audits } from '@vigil/shared/platform/db/schema/records';

/** Who acts in a company; an operator has no account. */
export interface AuditActor {
  readonly company: CompanyPk;
  readonly user: UserPk | null;
  readonly name: string;
  readonly mgrid: string;
  /** The codes that the endpoint of the call declares; without it any. */
  readonly declared?: ReadonlySet<number>;
}

export const operatorOf = (company: CompanyPk): AuditActor => ({ company, user: null, name: 'operator', mgrid: '' });

export interface AuditEntry {
  readonly code: number;
  readonly type: number;
  readonly device: DevicePk | null;
  readonly oldValue?: string | null;
  readonly newValue?: string | null;
}

/** That something was changed: the field or the account, and its values. */
export const changeEntry = (
  code: number,
  about: string,
  { before, after }: { readonly before?: string | null | undefined; readonly after?: string | null | undefined },
): AuditEntry => ({
  code,
  type: auditType.action,
  device: null,
  oldValue: `${about}: ${before ?? ''}`,
  newValue: `${about}: ${after ?? ''}`,
});

/** That a user sees a group now, by the login ID and the path of the group. */
export const grantEntry = (mgrid: string, path: string): AuditEntry => ({
  code: auditCode.groupGranted,
  type: auditType.action,
  device: null,
  newValue: `${mgrid}: ${path}`,
});

export const revocationEntry = (mgrid: string, path: string): AuditEntry => ({
  code: auditCode.groupRevoked,
  type: auditType.action,
  device: null,
  oldValue: `${mgrid}: ${path}`,
});

/**
 * Records actions, in the transaction of the action.
 * @throws Error for one that the endpoint does not declare
 */
export async function writeAudits(tx: Tx, actor: AuditActor, entries: readonly AuditEntry[]) {
  const undeclared = entries.find(({ code }) => actor.declared?.has(code) === false);
  if (undeclared) throw new Error(`the endpoint does not declare that it records ${undeclared.code}`);
  const rows = entries.map((entry) => ({
    companyFk: actor.company,
    actNameId: entry.code,
    actTypeId: entry.type,
    deviceFk: entry.device,
    memberFk: actor.user,
    oldValue: entry.oldValue ?? null,
    newValue: entry.newValue ?? null,
    name: actor.name,
    regMail: actor.mgrid,
  }));
  return insertInChunks(rows, (chunk) => tx.insert(audits).values(chunk).returning());
}
