import { eq } from 'drizzle-orm';
import { ipPolicies, ipRules, policies } from '@vigil/shared/platform/db/schema/policies';
import type { TestApi } from './test-api.ts';
import type { TestCompany } from './world.ts';

/** Sets policies of a company, and updates its sessions. */
export async function setPolicies(
  api: TestApi,
  { pk }: TestCompany,
  values: Partial<typeof policies.$inferInsert>,
): Promise<void> {
  await api.deps.database.asSystem((tx) =>
    tx
      .insert(policies)
      .values({ ...values, companyFk: pk })
      .onConflictDoUpdate({ target: policies.companyFk, set: { ...values, companyFk: pk } }),
  );
  await api.app.sessions.refresh({ company: pk });
}

/** Puts IP rules in force: subnets that stay out, or that alone come in. */
export async function setIpRules(
  api: TestApi,
  { pk }: TestCompany,
  rules: { block: 0 | 1; subnets: readonly string[] },
): Promise<void> {
  await api.deps.database.asSystem(async (tx) => {
    const policy = { companyFk: pk, policyUse: 1, block: rules.block } as const;
    await tx.insert(ipPolicies).values(policy).onConflictDoUpdate({ target: ipPolicies.companyFk, set: policy });
    await tx.delete(ipRules).where(eq(ipRules.companyFk, pk));
    await tx.insert(ipRules).values(rules.subnets.map((start) => ({ companyFk: pk, start })));
  });
  await api.app.sessions.refresh({ company: pk });
}
