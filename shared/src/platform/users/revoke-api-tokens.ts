import { eq } from 'drizzle-orm';
import { auditCode, auditTypeIds } from '../../contract/audit-codes.ts';
import type { UserPk } from '../../contract/ids.ts';
import { writeAudits, type AuditActor } from '../audits.ts';
import type { Tx } from '../db/client.ts';
import { apiTokens } from '../db/schema/api-tokens.ts';

/**
 * Revokes the API tokens of a user, with what takes an account back from whoever else may have had it.
 * @returns how many there were
 */
export async function revokeApiTokens(
  tx: Tx,
  { pk, mgrid }: { readonly pk: UserPk; readonly mgrid: string },
  by: AuditActor,
): Promise<number> {
  const revoked = await tx.delete(apiTokens).where(eq(apiTokens.userFk, pk)).returning({ name: apiTokens.name });
  const of = { code: auditCode.apiToken, type: auditTypeIds.deletion, subject: { user: pk } };
  await writeAudits(
    tx,
    by,
    revoked.map(({ name }) => ({ ...of, oldValue: `${mgrid}: ${name}` })),
  );
  return revoked.length;
}
