import { auditCode, auditTypeIds } from '../contract/audit-codes.ts';
import type { CompanyPk, DevicePk, GroupPk, UserPk } from '../contract/ids.ts';
import type { Tx } from './db/client.ts';
import { insertRows } from './db/insert-rows.ts';
import { audits } from './db/schema/records.ts';

/** Who acts in a company; an operator has no account. */
export interface AuditActor {
  readonly company: CompanyPk;
  readonly user: UserPk | null;
  readonly name: string;
  readonly mgrid: string;
  /** The codes that the endpoint of the call declares; without it any. */
  readonly declared?: ReadonlySet<number>;
}

export const operatorActor = (company: CompanyPk): AuditActor => ({ company, user: null, name: 'operator', mgrid: '' });

/** A user who acts without a session, such as by a mailed link. */
export const actorOf = ({
  pk,
  companyFk,
  name,
  mgrid,
}: AuditedUser & { companyFk: CompanyPk; name: string }): AuditActor => ({
  company: companyFk,
  user: pk,
  name,
  mgrid,
});

/** What an action was done to, which decides who reads of it. The policies of a company are one subject. */
export type AuditSubject =
  | { readonly device: DevicePk; /** Of a device that is deleted: where it stood. */ readonly group?: GroupPk }
  | { readonly user: UserPk }
  | { readonly group: GroupPk }
  | 'policy';

export interface AuditEntry {
  readonly code: number;
  readonly type: number;
  /** Null for what concerns none of them, such as an application: read by administrators and by the user who did it. */
  readonly subject: AuditSubject | null;
  readonly oldValue?: string | null;
  readonly newValue?: string | null;
}

type Audited = Pick<typeof audits.$inferInsert, 'deviceFk' | 'deviceGroupFk' | 'subjectKind' | 'subjectPk'>;

function subjectColumns(subject: AuditSubject | null): Audited {
  if (subject === null) return {};
  if (subject === 'policy') return { subjectKind: 'policy' };
  if ('device' in subject) return { deviceFk: subject.device, deviceGroupFk: subject.group };
  return 'user' in subject
    ? { subjectKind: 'user', subjectPk: subject.user }
    : { subjectKind: 'group', subjectPk: subject.group };
}

interface AuditedUser {
  readonly pk: UserPk;
  readonly mgrid: string;
}

/** That a user sees a group now, by the login ID and the path of the group. */
export const groupGrantEntry = ({ pk, mgrid }: AuditedUser, path: string): AuditEntry => ({
  code: auditCode.groupGranted,
  type: auditTypeIds.action,
  subject: { user: pk },
  newValue: `${mgrid}: ${path}`,
});

export const groupRevocationEntry = ({ pk, mgrid }: AuditedUser, path: string): AuditEntry => ({
  code: auditCode.groupRevoked,
  type: auditTypeIds.action,
  subject: { user: pk },
  oldValue: `${mgrid}: ${path}`,
});

/** That a policy has another value now, by its name on the wire. */
export const policyAuditEntry = (
  name: string,
  { oldValue, newValue }: { readonly oldValue: string | number | null; readonly newValue: string | number | null },
): AuditEntry => ({
  code: auditCode.policyChange,
  type: auditTypeIds.action,
  subject: 'policy',
  oldValue: `${name}: ${oldValue ?? ''}`,
  newValue: `${name}: ${newValue ?? ''}`,
});

export interface AuditedUserChange {
  readonly code: number;
  readonly user: AuditedUser;
  /** Left out where the user as a whole is meant; passwords are in no value. */
  readonly field?: string;
  readonly before?: string;
  readonly after?: string;
}

/** That something of a user was changed, by the login ID, the field and its values. */
export function userAuditEntry({
  code,
  user: { pk, mgrid },
  field,
  before = '',
  after = '',
}: AuditedUserChange): AuditEntry {
  const about = field === undefined ? mgrid : `${mgrid} ${field}`;
  const [oldValue, newValue] = [`${about}: ${before}`, `${about}: ${after}`];
  return { code, type: auditTypeIds.action, subject: { user: pk }, oldValue, newValue };
}

/** A period in the record of an action. */
export const periodText = (start: Date, end: Date): string => `${start.toISOString()} – ${end.toISOString()}`;

function rowOf(actor: AuditActor, entry: AuditEntry): typeof audits.$inferInsert {
  if (actor.declared?.has(entry.code) === false)
    throw new Error(`the endpoint does not declare that it records ${entry.code}`);
  return {
    companyFk: actor.company,
    actNameId: entry.code,
    actTypeId: entry.type,
    ...subjectColumns(entry.subject),
    memberFk: actor.user,
    oldValue: entry.oldValue ?? null,
    newValue: entry.newValue ?? null,
    name: actor.name,
    regMail: actor.mgrid,
  };
}

/**
 * Records actions, in the transaction of the action.
 * @throws Error for one that the endpoint does not declare
 */
export const writeAudits = (tx: Tx, actor: AuditActor, entries: readonly AuditEntry[]): Promise<void> =>
  insertRows(
    tx,
    audits,
    entries.map((entry) => rowOf(actor, entry)),
  );

/** Records an action like `writeAudits`, and reads what was recorded. */
export async function writeAudit(tx: Tx, actor: AuditActor, entry: AuditEntry): Promise<typeof audits.$inferSelect> {
  const [row] = await tx.insert(audits).values(rowOf(actor, entry)).returning();
  if (!row) throw new Error('an insertion returns its row');
  return row;
}
