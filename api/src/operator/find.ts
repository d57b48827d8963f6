import type { CompanyPk } from '@vigil/shared/contract/ids';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';

/** @throws Error that names the missing company */
export async function requireCompany(tx: ReadTx, pk: CompanyPk) {
  const { name, bulkConfirmOver, commonPolicy, ipPolicy, allowProtocol1, price, timeZoneId } = companies;
  const [row] = await tx
    .select({ pk: companies.pk, name, bulkConfirmOver, commonPolicy, ipPolicy, allowProtocol1, price, timeZoneId })
    .from(companies)
    .where(eq(companies.pk, pk));
  if (!row) throw new Error(`company ${pk} not found`);
  return row;
}

/** By login ID. @throws Error that names the missing user */
export async function requireUser(tx: ReadTx, id: string) {
  const [row] = await tx.select().from(users).where(eq(users.mgrid, id));
  if (!row) throw new Error(`no user with the ID ${id}`);
  return row;
}
