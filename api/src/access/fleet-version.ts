import type { CompanyPk } from '@vigil/shared/contract/ids';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { eq } from 'drizzle-orm';

/** Grows when a device comes into a group or leaves it. */
export async function readFleetVersion(tx: ReadTx, company: CompanyPk): Promise<number> {
  const [row] = await tx.select({ version: companies.fleetVersion }).from(companies).where(eq(companies.pk, company));
  return row?.version ?? 0;
}
