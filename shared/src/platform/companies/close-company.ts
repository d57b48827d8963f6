import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { CompanyPk } from '../../contract/ids.ts';
import { publishEndsOnCommit, type ChangeTx } from '../changes/commit-change.ts';
import { companies } from '../db/schema/companies.ts';
import { enrolTokens } from '../db/schema/devices.ts';
import { sessions, users } from '../db/schema/users.ts';

/**
 * Closes the company of the transaction if it is to be deleted by now: deletes all its users with their sessions and
 * tokens, and the tokens of enrolments. From the commit on nobody signs in, nothing says that there was an account, and
 * the login IDs are free. A company that has the name of a user, because it was signed up without one, loses it.
 * @returns which; null for none
 */
export async function closeDueCompany(tx: ChangeTx, at: Date): Promise<CompanyPk | null> {
  const [company] = await tx
    .select({ pk: companies.pk })
    .from(companies)
    .where(and(lte(companies.deleteAt, at), isNull(companies.closedAt)))
    .for('update');
  if (!company) return null;
  const { pk } = company;
  const namesakes = await tx.$count(users, and(eq(users.companyFk, pk), eq(users.name, companyName(pk))));
  await tx
    .update(companies)
    .set({
      closedAt: at,
      ...(namesakes > 0 ? { name: `company-${pk}` } : {}),
      website: '',
      logo: null,
      logoType: null,
      logoChangedAt: null,
      subscription: null,
    })
    .where(eq(companies.pk, pk));
  // Also one that is about to expire: its use at this moment may extend it.
  const open = await tx
    .select({ id: sessions.id, user: sessions.userFk })
    .from(sessions)
    .where(and(eq(sessions.companyFk, pk), isNull(sessions.endedAt)));
  await tx.delete(enrolTokens).where(eq(enrolTokens.companyFk, pk));
  await tx.delete(users).where(eq(users.companyFk, pk));
  publishEndsOnCommit(tx, open, 'deleted');
  return pk;
}

const companyName = (pk: CompanyPk) => sql`(select name from companies where pk = ${pk})`;
