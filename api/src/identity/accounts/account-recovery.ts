import type { Language } from '@vigil/shared/contract/languages';
import { Problem } from '@vigil/shared/contract/problems';
import { memberTypes } from '@vigil/shared/domain/member-types';
import { resetPasswordRule, type PasswordRule } from '@vigil/shared/domain/password-rules';
import { actorOf } from '@vigil/shared/platform/audits';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import { companyLookups } from '@vigil/shared/platform/db/company-lookups';
import type { PasswordAsker } from '@vigil/shared/platform/passwords';
import { readPolicies } from '@vigil/shared/platform/policies';
import { hashToken } from '@vigil/shared/platform/tokens';
import { finishAccountChange, clearLockout } from '@vigil/shared/platform/users/user-life';
import type { Deps } from '../../deps.ts';
import { createPasswordChecker } from '../sign-in/password-check.ts';
import { signInDenialOf } from '../sign-in/sign-in-denial.ts';
import { createAccountMails } from './account-mail.ts';
import { findAccountByLogin, type UserWithPolicies } from './accounts.ts';
import { findValidLinkOwner, consumeLinkToken } from './link-tokens.ts';
import { hashNewPassword, storePassword } from './password-change.ts';

type MailKind = 'reset' | 'unlock';

const canBeMailed = ({ user }: UserWithPolicies): boolean =>
  user.active && user.email !== '' && user.memberTypeId !== memberTypes.partner;

const isEligible: { readonly [K in MailKind]: (account: UserWithPolicies) => boolean } = {
  reset: () => true,
  unlock: ({ user, policies }) => user.lockedAt !== null && policies.selfUnlock === 1,
};

interface ExpiredPassword {
  readonly mgrid: string;
  readonly origin: string;
  readonly typed: string;
  readonly ip: string;
  readonly asker: PasswordAsker;
}

/** Passwords without a session (spec 1 §5, §7): reset by a mailed link, or replacement of an expired password. */
export function createAccountRecovery(deps: Deps) {
  const { database, accessPolicies, now } = deps;
  const { check } = createPasswordChecker(deps);
  const { mailLink } = createAccountMails(deps);

  const readResetLink = (key: string) =>
    database.readOf(companyLookups.link(hashToken(key)), async (tx) => {
      const owner = await findValidLinkOwner(tx, 'reset', key, now());
      return owner && { owner, rule: resetPasswordRule(await readPolicies(tx, owner.companyFk)) };
    });

  return {
    /** Mails a link to the user with an ID, if that user may have one. Runs after the reply. */
    async mail(kind: MailKind, mgrid: string, language: Language): Promise<void> {
      await commitChange(deps, companyLookups.login(mgrid), async (tx) => {
        const account = await findAccountByLogin(tx, mgrid);
        if (account && canBeMailed(account) && isEligible[kind](account))
          await mailLink(tx, { kind, user: account.user, language });
      });
    },

    /**
     * The rule of the password that a valid link sets, and whether it is the first one; null for a link that is not
     * valid.
     */
    async checkLink(key: string): Promise<{ readonly rule: PasswordRule; readonly isInvitation: boolean } | null> {
      const link = await readResetLink(key);
      return link ? { rule: link.rule, isInvitation: link.owner.invitedUntil !== null } : null;
    },

    /** @throws Problem `link_invalid` */
    async unlockByLink(key: string): Promise<void> {
      const user = await commitChange(deps, companyLookups.link(hashToken(key)), async (tx) => {
        const owner = await consumeLinkToken(tx, 'unlock', key, now());
        if (!owner) throw new Problem('link_invalid');
        await clearLockout(tx, owner.user.pk);
        return owner.user;
      });
      await finishAccountChange(deps, { user, clearsSignInDelays: true });
    },

    /**
     * The link proves access to the mailbox of the account: the address is verified with it, and the lock is removed. A
     * password that is refused does not use the link up.
     * @throws Problem `link_invalid`, `password_level3`, `password_modified_error`
     */
    async setByLink(key: string, typed: string): Promise<void> {
      const company = companyLookups.link(hashToken(key));
      const found = await readResetLink(key);
      if (!found?.owner.active) throw new Problem('link_invalid');
      const { owner, rule } = found;
      // The hash takes long, so that it is made before the transaction.
      const hash = await hashNewPassword(deps, owner, { typed, rule });
      const user = await commitChange(deps, company, async (tx) => {
        const taken = await consumeLinkToken(tx, 'reset', key, now());
        if (!taken?.user.active) throw new Problem('link_invalid');
        const at = new Date(now());
        const emailVerifiedAt = taken.user.emailVerifiedAt ?? at;
        await storePassword(tx, owner, { hash, at, emailVerifiedAt, revokesTokens: actorOf(owner) });
        await clearLockout(tx, owner.pk);
        return owner;
      });
      await finishAccountChange(deps, { user, clearsSignInDelays: true });
    },

    /** @throws Problem `invalid_id_and_pw`, `password_level3`, `password_modified_error` also when it is not expired */
    async setExpired({ mgrid, origin, typed, ip, asker }: ExpiredPassword) {
      const checked = await check({ id: mgrid, password: origin, address: ip, asker });
      if (!checked.matches) throw new Problem('invalid_id_and_pw');
      const { account } = checked;
      const network = await accessPolicies.denialOf(account.user.companyFk, ip);
      const cause = signInDenialOf(account, { network, password: origin, now: now() });
      if (cause === null) throw new Problem('password_modified_error', { field: 'body.pw' });
      if (cause !== 'pw_reject') throw new Problem('invalid_id_and_pw');
      const hash = await hashNewPassword(deps, account.user, {
        typed,
        rule: resetPasswordRule(account.policies),
      });
      await commitChange(deps, account.user.companyFk, (tx) =>
        storePassword(tx, account.user, { hash, at: new Date(now()) }),
      );
    },
  };
}
