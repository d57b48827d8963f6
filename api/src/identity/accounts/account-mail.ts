import type { Language } from '@vigil/shared/contract/languages';
import type { ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { LinkKind } from '@vigil/shared/platform/db/schema/accounts';
import { composeAccountMail } from '@vigil/shared/platform/mail/account-mail';
import { createMailQueue } from '@vigil/shared/platform/mail/outgoing';
import type { User } from '@vigil/shared/platform/users/user-rows';
import type { Deps } from '../../deps.ts';
import { createLinkToken } from './link-tokens.ts';
import { pageUrl } from './page-url.ts';

type MailedLink = Extract<LinkKind, 'verify' | 'email' | 'undo' | 'reset' | 'unlock'>;

/** Pages of the web client that take the links of mails (spec 1 §2). */
const pages: { readonly [K in MailedLink]: (key: string) => string } = {
  verify: (key) => `access/auth?type=auth&key=${key}`,
  email: (key) => `access/auth?type=auth&key=${key}`,
  undo: (key) => `access/auth?type=undo&key=${key}`,
  reset: (key) => `reset-password?key=${key}`,
  unlock: (key) => `access/auth?type=unlock&key=${key}`,
};

interface LinkMail {
  readonly kind: MailedLink;
  readonly user: User;
  readonly language?: Language;
  /** The recipient; by default the user's address. */
  readonly to?: string;
  /** Something has happened that the owner has to know: it is not asked for, and its number is limited otherwise. */
  readonly isNotice?: boolean;
}

/**
 * The mails about an account, each of which answers whether it was written. Most can be asked for without a session.
 */
export function createAccountMails(deps: Pick<Deps, 'config' | 'now' | 'redis' | 'log'>) {
  const queueMail = createMailQueue(deps, deps.config.RATE_LIMIT_FACTOR);
  return {
    /**
     * Creates a link and stores its mail; neither while the recipient has had too many, so that the link of before
     * stays valid.
     */
    mailLink(
      tx: ChangeTx,
      { kind, user, language = user.langCode, to = user.email, isNotice = false }: LinkMail,
    ): Promise<boolean> {
      const isConfirmed = to === user.email && user.emailVerifiedAt !== null;
      const recipient = {
        address: to,
        company: user.companyFk,
        kind: isNotice ? 'notice' : kind,
        isConfirmed,
      } as const;
      return queueMail(tx, recipient, async () => {
        const key = await createLinkToken(tx, kind, { user, address: to }, deps.now());
        return composeAccountMail(kind, {
          language,
          name: isConfirmed ? user.name : '',
          email: user.pendingEmail ?? user.email,
          url: pageUrl(deps.config, language, pages[kind](key)),
        });
      });
    },

    /** Invites a new user: the link of a reset, which lasts longer. */
    mailInvitation: (tx: ChangeTx, user: User, until: Date): Promise<boolean> =>
      queueMail(tx, { address: user.email, company: user.companyFk, kind: 'invite', isConfirmed: true }, async () => {
        const key = await createLinkToken(tx, 'reset', { user, until }, deps.now());
        return composeAccountMail('invite', {
          language: user.langCode,
          name: user.name,
          email: user.email,
          url: pageUrl(deps.config, user.langCode, pages.reset(key)),
          shown: [user.mgrid],
        });
      }),

    /** Tells the owner of a locked account that only an administrator can unlock it. */
    mailLocked: (tx: ChangeTx, user: User): Promise<boolean> =>
      queueMail(tx, { address: user.email, company: user.companyFk, kind: 'notice' }, () =>
        composeAccountMail('locked', { language: user.langCode, name: user.name, email: user.email }),
      ),

    /** Mails the IDs that are registered with an address, over all companies, in the name of one of its users. */
    mailIds: (
      tx: ChangeTx,
      { to, logins }: { to: User; logins: readonly string[] },
      language: Language,
    ): Promise<boolean> =>
      queueMail(tx, { address: to.email, company: to.companyFk, kind: 'find_id' }, () =>
        composeAccountMail('find_id', {
          language,
          name: '',
          email: to.email,
          url: pageUrl(deps.config, language, ''),
          shown: logins,
        }),
      ),
  };
}
