import type { Tx } from '@vigil/shared/platform/db/client';
import type { MailContent } from '@vigil/shared/platform/mail/mail-content';
import { writeMail } from '@vigil/shared/platform/mail/outgoing';
import type { Deps } from '../deps.ts';
import { createLimits } from '../http/rate-limits.ts';
import type { Person } from './approvers.ts';

/** The mails about requests for access, to those who ask and those who decide. */
export function createPersonMails(deps: Pick<Deps, 'redis' | 'config'>) {
  const limits = createLimits(deps);
  return {
    /**
     * Written in the transaction of the change. The mail holds words of another user, so it goes to a confirmed address only, and
     * not without a limit; the screen informs the person in any case.
     * @returns the receipts for `queueMailNow`
     */
    async writeMailTo(tx: Tx, to: Person | undefined, compose: (to: Person) => MailContent): Promise<number[]> {
      if (!to?.email || to.emailVerifiedAt === null) return [];
      if (!(await limits.admits('approval-mail', { account: to.email }))) return [];
      return [await writeMail(tx, { address: to.email, company: to.companyFk }, compose(to))];
    },
  };
}
