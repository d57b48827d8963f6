import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import { closeDueCompany } from '@vigil/shared/platform/companies/close-company';
import { companyLookups } from '@vigil/shared/platform/db/company-lookups';
import { every } from '@vigil/shared/platform/lifecycle';
import type { Deps } from '../../deps.ts';

const INTERVAL_MS = 60_000;

/**
 * Closes the companies whose day has come, one after the other. Workers delete the rest: they have no access to
 * sessions.
 */
export async function closeDueCompanies(deps: Deps): Promise<void> {
  const at = new Date(deps.now());
  const closeNext = () => commitChange(deps, companyLookups.dueDeletion(at), (tx) => closeDueCompany(tx, at));
  for (let company = await closeNext(); company !== null; company = await closeNext())
    deps.log.info({ company }, 'company closed, its data is deleted soon');
}

/** Each process of the API does so; a company is closed by one of them. */
export const startCompanyClosings = (deps: Deps): Disposable =>
  every(INTERVAL_MS, deps.log, () => closeDueCompanies(deps));
