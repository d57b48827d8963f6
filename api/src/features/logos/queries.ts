import type { CompanyPk } from '@vigil/shared/contract/ids';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { eq } from 'drizzle-orm';
import type { Logo } from './logo.ts';

export const storeLogo = (tx: Tx, company: CompanyPk, logo: Logo, at: Date) =>
  tx
    .update(companies)
    .set({ logo: logo.bytes, logoType: logo.type, logoChangedAt: at })
    .where(eq(companies.pk, company));

export const removeLogo = (tx: Tx, company: CompanyPk) =>
  tx.update(companies).set({ logo: null, logoType: null, logoChangedAt: null }).where(eq(companies.pk, company));

export async function findLogo(tx: ReadTx, company: CompanyPk) {
  const [row] = await tx
    .select({ bytes: companies.logo, type: companies.logoType, changedAt: companies.logoChangedAt })
    .from(companies)
    .where(eq(companies.pk, company));
  return row?.bytes && row.type && row.changedAt
    ? { bytes: row.bytes, type: row.type, changedAt: row.changedAt }
    : null;
}
