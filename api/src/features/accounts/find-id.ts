import { z } from 'zod';
import type { Language } from '@vigil/shared/contract/problem-texts';
import { Problem } from '@vigil/shared/contract/problems';
import { composeAccountMail } from '@vigil/shared/platform/mail/account-mail';
import { queueMailNow, writeMail } from '@vigil/shared/platform/mail/outgoing';
import type { Deps } from '../../deps.ts';
import { pageUrl } from '../../identity/account-mail.ts';
import { findByEmail } from '../../identity/accounts.ts';

/**
 * Mails the IDs that are registered with an address; returns whether there are any.
 * @throws Problem `emile_requirement`, `email-invalid`
 */
export function createFindId(deps: Deps) {
  return async (email: string, language: Language): Promise<boolean> => {
    if (email === '') throw new Problem('emile_requirement', { field: 'body.email' });
    if (!z.email().safeParse(email).success) throw new Problem('email-invalid', { field: 'body.email' });
    const receipts = await deps.database.asSystem(async (tx) => {
      const found = await findByEmail(tx, email);
      const [first] = found;
      if (!first) return [];
      const url = pageUrl(deps.config, language, '');
      const shown = found.map((user) => user.mgrid);
      const mail = composeAccountMail('find_id', { language, name: first.name, email: first.email, url, shown });
      return [await writeMail(tx, { address: first.email, company: first.companyFk }, mail)];
    });
    queueMailNow(deps, receipts);
    return receipts.length > 0;
  };
}
