import type { CompanyPk } from '@vigil/shared/contract/ids';
import type { ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { createAccessPolicies } from '../identity/sessions/access-policies.ts';
import type { OperatorDeps } from './operator.ts';

/** Changes what the access policy of a company is made of; open sessions that it does not admit any more end. */
export async function changeAccessPolicy<T>(
  operator: OperatorDeps,
  company: CompanyPk,
  work: (tx: ChangeTx) => Promise<T>,
): Promise<T> {
  const { database, log, now } = operator;
  const redis = await operator.redis();
  using accessPolicies = createAccessPolicies({ database, redis, log, now });
  return await accessPolicies.change(company, async (tx) => ({ value: await work(tx), done: true }));
}
