import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import type { ObjectsOf } from '@vigil/shared/contract/endpoint';
import type { createEnrolToken, deleteEnrolToken } from '@vigil/shared/contract/http/agents';
import type { EnrolTokenPk, GroupPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { writeAudits, type AuditEntry } from '@vigil/shared/platform/audits';
import type { ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { openSecret, sealSecret } from '@vigil/shared/platform/secret-box';
import { hashToken, randomToken } from '@vigil/shared/platform/tokens';
import { selectPathNames } from '../../access/group-paths.ts';
import type { Deps } from '../../deps.ts';
import type { Call } from '../../http/routes.ts';
import {
  deleteStoredEnrolToken,
  findGroup,
  insertEnrolToken,
  lockEnrolTokenCreator,
  selectReusableEnrolTokens,
} from './queries.ts';

const HOUR_MS = 3_600_000;
/** For so long the dialog shows the same command again. */
const REUSE_MS = 24 * HOUR_MS;

/** Of the sealed token: it opens only in the row that it was sealed for. */
const contextOf = (hash: string): string => `enrol-token:${hash}`;

const audit = { code: auditCode.enrolToken } as const;
const subjectOf = (group: GroupPk | null): AuditEntry['subject'] => (group === null ? null : { group });

/**
 * The token itself opens the company, so that the audit has what it is for: its group, how many devices it takes in,
 * and until when.
 */
async function describe(
  tx: ReadTx,
  { groupFk, expiresAt, devices }: { groupFk: GroupPk | null; expiresAt: Date; devices: number | null },
): Promise<string> {
  const group = groupFk === null ? undefined : (await selectPathNames(tx, [groupFk])).get(groupFk);
  return JSON.stringify({ group, devices: devices ?? undefined, expires_at: expiresAt.toISOString() });
}

/** A token, or with `reuse` the caller's last one with the same terms. */
export async function issueEnrolToken(
  tx: ChangeTx,
  { caller, body }: Call<typeof createEnrolToken>,
  { keyRing, now }: Pick<Deps, 'keyRing' | 'now'>,
): Promise<ObjectsOf<typeof createEnrolToken>> {
  const at = new Date(now());
  const expiresInMs = body.expires_in_h * HOUR_MS;
  const terms = {
    companyFk: caller.company,
    groupFk: body.group_pk ?? null,
    autoAccept: body.auto_accept ? (1 as const) : (0 as const),
    usesLeft: body.uses,
    createdBy: caller.user,
  };
  if (body.group_pk !== undefined && !(await findGroup(tx, body.group_pk)))
    throw new Problem('not_found', { field: 'group_pk' });
  if (body.reuse) {
    await lockEnrolTokenCreator(tx, caller.user);
    const since = new Date(at.getTime() - REUSE_MS);
    const [known] = await selectReusableEnrolTokens(tx, { ...terms, expiresInMs }, { at, since });
    if (known?.sealed) {
      const enrol_token = openSecret(keyRing.secret, known.sealed, contextOf(known.tokenHash));
      return { pk: known.pk, enrol_token, expires_at: known.expiresAt.toISOString() };
    }
  }
  const token = randomToken();
  const tokenHash = hashToken(token);
  const expiresAt = new Date(at.getTime() + expiresInMs);
  const sealed = sealSecret(keyRing.secret, token, contextOf(tokenHash));
  const pk = await insertEnrolToken(tx, { ...terms, tokenHash, sealed, createdAt: at, expiresAt });
  const newValue = await describe(tx, { ...terms, expiresAt, devices: terms.usesLeft });
  await writeAudits(tx, caller, [{ ...audit, type: auditTypeIds.action, subject: subjectOf(terms.groupFk), newValue }]);
  return { pk, enrol_token: token, expires_at: expiresAt.toISOString() };
}

/** @throws Problem `not_found` */
export async function revokeEnrolToken(
  tx: ChangeTx,
  { caller, params: { pk } }: Call<typeof deleteEnrolToken>,
): Promise<EnrolTokenPk[]> {
  const [removed] = await deleteStoredEnrolToken(tx, pk);
  if (!removed) throw new Problem('not_found');
  const { used, usesLeft } = removed;
  const oldValue = await describe(tx, { ...removed, devices: usesLeft === null ? null : used + usesLeft });
  await writeAudits(tx, caller, [
    { ...audit, type: auditTypeIds.deletion, subject: subjectOf(removed.groupFk), oldValue },
  ]);
  return [pk];
}
