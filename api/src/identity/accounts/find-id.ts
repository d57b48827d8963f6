import { EmailAddress } from '@vigil/shared/contract/email-address';
import type { Language } from '@vigil/shared/contract/languages';
import { Problem } from '@vigil/shared/contract/problems';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import { companyLookups } from '@vigil/shared/platform/db/company-lookups';
import type { Deps } from '../../deps.ts';
import { createAccountMails } from './account-mail.ts';
import { findUserByEmail, findLoginIds } from './accounts.ts';

/**
 * Mails the IDs that are registered with an address; returns whether there are any. An address that nobody has
 * confirmed gets the link for that instead, since it may be a stranger's: the ID is mailed to it afterwards.
 * @throws Problem `emile_requirement`, `email-invalid`
 */
export function createLoginIdMailer(deps: Deps) {
  const { mailIds, mailLink } = createAccountMails(deps);
  return async (email: string, language: Language): Promise<boolean> => {
    if (email === '') throw new Problem('emile_requirement', { field: 'body.email' });
    if (!EmailAddress.safeParse(email).success) throw new Problem('email-invalid', { field: 'body.email' });
    const written =
      (await commitChange(deps, companyLookups.email(email), async (tx) => {
        const owner = await findUserByEmail(tx, email, { isConfirmed: true });
        return owner && mailIds(tx, { to: owner, logins: await findLoginIds(tx, email) }, language);
      })) ??
      (await commitChange(deps, companyLookups.unconfirmedEmail(email), async (tx) => {
        const user = await findUserByEmail(tx, email, { isConfirmed: false });
        return user && mailLink(tx, { kind: 'verify', user, language });
      }));
    return written !== undefined;
  };
}
