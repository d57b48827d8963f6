import { eq } from 'drizzle-orm';
import type { FleetCountsAndPolicyPages } from '@vigil/shared/contract/summary';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import type { Caller } from '../identity/sessions/caller.ts';

export type PolicyPagesOpenToCompany = Pick<FleetCountsAndPolicyPages, 'common_policy' | 'ip_policy'>;

/** Which pages of policies an operator has left to the company (decision 45). */
export async function readPolicyPagesOpenToCompany(
  tx: ReadTx,
  { company }: Pick<Caller, 'company'>,
): Promise<PolicyPagesOpenToCompany> {
  const { commonPolicy, ipPolicy } = companies;
  const [row] = await tx
    .select({ common_policy: commonPolicy, ip_policy: ipPolicy })
    .from(companies)
    .where(eq(companies.pk, company));
  return row ?? { common_policy: 0, ip_policy: 0 };
}
