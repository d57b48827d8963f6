import { z } from 'zod';
import type { Language } from '@vigil/shared/contract/problem-texts';
import { Problem } from '@vigil/shared/contract/problems';
import { companyOf } from '@vigil/shared/platform/db/company-lookups';
import { queueMailNow } from '@vigil/shared/platform/mail/outgoing';
import type { Deps } from '../../deps.ts';
import { createAccountMails } from '../../identity/account-mail.ts';
import { findByEmail, findLogins } from '../../identity/accounts.ts';

/**
 * Mails the IDs that are registered with an address; returns whether there are any.
 * @throws Problem `emile_requirement`, `email-invalid`
 */
export function createFindId(deps: Deps) {
  const { mailIds } = createAccountMails(deps);
  return async (email: string, language: Language): Promise<boolean> => {
    if (email === '') throw new Problem('emile_requirement', { field: 'body.email' });
    if (!z.email().safeParse(email).success) throw new Problem('email-invalid', { field: 'body.email' });
    const { found, receipts } = await deps.database.inCompanyOf(companyOf.email(email), async (tx) => {
      const [first] = await findByEmail(tx, email);
      if (!first) return { found: false, receipts: [] };
      const logins = await findLogins(tx, email);
      return { found: true, receipts: await mailIds(tx, { to: first, logins }, language) };
    });
    queueMailNow(deps, receipts);
    return found;
  };
}
