import type { CompanyPk, GroupPk, UserPk } from '@vigil/shared/contract/ids';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { groupMembers } from '@vigil/shared/platform/db/schema/devices';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq, sql } from 'drizzle-orm';
import { foldLoginIdCase } from '../../identity/accounts/accounts.ts';

/** Which of some login IDs any company has in upper or lower case, folded. */
export async function selectTakenLoginIds(tx: ReadTx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.execute<{ mgrid: string }>(
    sql`select mgrid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as mgrid
      where is_login_taken(mgrid)`,
  );
  return new Set(rows.map(({ mgrid }) => foldLoginIdCase(mgrid)));
}

/** The language and zone of a user: those that the form of a new user is preset to. */
export async function readUserLocale(tx: ReadTx, user: UserPk) {
  const [row] = await tx
    .select({ lang_code: users.langCode, time_zone_id: users.timeZoneId })
    .from(users)
    .where(eq(users.pk, user));
  return row;
}

/**
 * A part of them at a time: a statement of a thousand rows would keep the process from other requests while it is
 * built.
 */
const ROWS_AT_ONCE = 100;

/** Lets new users see groups. */
export async function insertGroupGrants(
  tx: Tx,
  company: CompanyPk,
  grants: readonly { readonly member: UserPk; readonly group: GroupPk }[],
): Promise<void> {
  for (let i = 0; i < grants.length; i += ROWS_AT_ONCE) {
    const rows = grants.slice(i, i + ROWS_AT_ONCE);
    await tx
      .insert(groupMembers)
      .values(rows.map(({ member, group }) => ({ companyFk: company, groupFk: group, memberFk: member })));
  }
}
