import type { ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { MailContent } from '@vigil/shared/platform/mail/mail-content';
import { createRateLimitedMailQueue } from '@vigil/shared/platform/mail/outgoing';
import type { Deps } from '../deps.ts';
import type { UserRecord } from './user-records.ts';

/** The mails about requests for access, to those who ask and those who decide. */
export function createAccessRequestMails(deps: Pick<Deps, 'redis' | 'config' | 'log'>) {
  const queueMail = createRateLimitedMailQueue(deps, deps.config.RATE_LIMIT_FACTOR);
  return {
    /**
     * Written in the transaction of the change. The mail holds words of another user, so it goes to a confirmed address only, and
     * not without a limit; the screen informs the person in any case.
     */
    async writeMailTo(
      tx: ChangeTx,
      to: UserRecord | undefined,
      compose: (to: UserRecord) => MailContent,
    ): Promise<void> {
      if (!to?.email || to.emailVerifiedAt === null) return;
      const recipient = { address: to.email, company: to.companyFk, kind: 'request', isConfirmed: true } as const;
      await queueMail(tx, recipient, () => compose(to));
    },
  };
}
