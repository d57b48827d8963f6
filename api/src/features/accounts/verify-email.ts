import { queueMailNow } from '@vigil/shared/platform/mail/outgoing';
import type { Deps } from '../../deps.ts';
import { mailLink } from '../../identity/account-mail.ts';
import { ownerOfLink, peekLink, takeLink } from '../../identity/link-tokens.ts';
import { markEmailVerified } from './queries.ts';

type Outcome = 'success' | 'already' | 'fail';

export function createEmailVerification(deps: Deps) {
  const { database, now } = deps;
  return {
    /** By the key of the mail's link. An invalid link returns `already` if its user is verified. */
    verify: (key: string): Promise<Outcome> =>
      database.asSystem(async (tx) => {
        const user = await takeLink(tx, 'verify', key, now());
        if (!user) return (await ownerOfLink(tx, 'verify', key))?.emailVerifiedAt ? 'already' : 'fail';
        await markEmailVerified(tx, user.pk, new Date(now()));
        return 'success';
      }),
    /** By the key of a refused sign-in. The answer is the same whether or not a mail was sent. */
    async resend(key: string): Promise<Outcome> {
      const receipts = await database.asSystem(async (tx) => {
        const user = await peekLink(tx, 'resend', key, now());
        const isOpen = user && user.active && user.email !== '' && user.emailVerifiedAt === null;
        return isOpen ? [await mailLink(deps, tx, { kind: 'verify', user })] : [];
      });
      queueMailNow(deps, receipts);
      return 'success';
    },
  };
}
