import { ipPolicies, ipRules } from '@vigil/shared/platform/db/schema/policies';
import { sessions } from '@vigil/shared/platform/db/schema/users';
import { lockPolicies, writePolicies, type CompanyPolicies } from '@vigil/shared/platform/policies';
import { eq } from 'drizzle-orm';
import type { TestApi } from './test-api.ts';
import type { TestCompany } from './world.ts';

/** Sets policies of a company. */
export async function setPolicies(api: TestApi, { pk }: TestCompany, values: Partial<CompanyPolicies>): Promise<void> {
  await api.deps.accessPolicies.change(pk, async (tx) => {
    await writePolicies(tx, await lockPolicies(tx, pk), {
      wanted: values,
      name: 'test',
      at: new Date(api.deps.now()),
    });
    return { value: undefined, done: true };
  });
}

/** Puts IP rules in force: subnets that stay out, or that alone come in. */
export async function setIpRules(
  api: TestApi,
  { pk }: TestCompany,
  rules: { block: 0 | 1; subnets: readonly string[] },
): Promise<void> {
  await api.deps.accessPolicies.change(pk, async (tx) => {
    const policy = { companyFk: pk, policyUse: 1, block: rules.block } as const;
    await tx.insert(ipPolicies).values(policy).onConflictDoUpdate({ target: ipPolicies.companyFk, set: policy });
    await tx.delete(ipRules).where(eq(ipRules.companyFk, pk));
    await tx.insert(ipRules).values(rules.subnets.map((start) => ({ companyFk: pk, start })));
    return { value: undefined, done: true };
  });
}

/** How many sessions of a company are open, and how many were ended by a policy. */
export async function sessionsOf(api: TestApi, { pk }: TestCompany): Promise<{ open: number; policy: number }> {
  const rows = await api.deps.database.inCompany(pk, (tx) => tx.select().from(sessions));
  return {
    open: rows.filter(({ endedAt }) => endedAt === null).length,
    policy: rows.filter(({ endReason }) => endReason === 'policy').length,
  };
}
