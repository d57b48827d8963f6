import type { FastifyInstance } from 'fastify';
import type { Bit } from '@vigil/shared/contract/device';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type { updateProfile } from '@vigil/shared/contract/http/session';
import { Problem } from '@vigil/shared/contract/problems';
import { queueMailNow } from '@vigil/shared/platform/mail/outgoing';
import { isPassword } from '@vigil/shared/platform/passwords';
import { passwordLevelOf } from '@vigil/shared/platform/policies';
import type { Deps } from '../../deps.ts';
import { createAccountMails } from '../../identity/account-mail.ts';
import { readAccount, type Account, type User } from '../../identity/accounts.ts';
import { endLinks } from '../../identity/link-tokens.ts';
import { createRecoveryCodes, forgetAuthenticator, keepRecoveryCodes } from '../../identity/one-time-codes.ts';
import { hashNewPassword, writePassword } from '../../identity/password-change.ts';
import { assertPersonName } from '../../identity/person-name.ts';
import { createLimits } from '../../http/rate-limits.ts';
import type { Caller } from '../../session/session.ts';
import { isPlainField, writePendingEmail, writeOneTimeCodeUse, writeProfileField } from './queries.ts';

type Change = BodyOf<typeof updateProfile>;
type Guarded = Extract<Change, { origin_pw: string }>;

/** Changes of the own profile, one field at a time (spec 2, profile). Changes of credentials need the password. */
export function createProfileChanges(app: FastifyInstance, deps: Deps) {
  const { database, keyRing, now } = deps;
  const limits = createLimits(deps);
  const { mailLink } = createAccountMails(deps);

  /** @throws Problem `current_password_wrong` */
  const confirm = async (caller: Caller, typed: string, ip: string): Promise<Account> => {
    await limits.take('password', { address: ip, account: String(caller.user) });
    const account = await database.inCompany(caller.company, (tx) => readAccount(tx, caller.user));
    if (!(await isPassword(typed, account?.user.passwordHash)) || !account) {
      throw new Problem('current_password_wrong', { field: 'body.origin_pw' });
    }
    return account;
  };

  const changePassword = async (caller: Caller, { user, policies }: Account, typed: string) => {
    const hash = await hashNewPassword(user, typed, passwordLevelOf(user.memberTypeId, policies));
    await database.inCompany(caller.company, (tx) => writePassword(tx, user.pk, hash, new Date(now())));
    await app.sessions.endAll({ user: caller.user, company: caller.company, except: caller.id }, 'password_changed');
  };

  /**
   * The new address waits until its owner confirms it. The old one gets a link that takes the change back, because mails
   * that open the account go to the new one later. The old address typed again ends the waiting.
   */
  const changeEmail = async (caller: Caller, before: User, email: string) => {
    const pendingEmail = email === before.email ? null : email;
    const receipts = await database.inCompany(caller.company, async (tx) => {
      await endLinks(tx, 'email', before, now());
      await writePendingEmail(tx, caller.user, pendingEmail);
      if (pendingEmail === null) return [];
      const user = { ...before, pendingEmail };
      const notice = before.email === '' ? [] : await mailLink(tx, { kind: 'undo', user });
      return [...(await mailLink(tx, { kind: 'email', user, to: pendingEmail })), ...notice];
    });
    queueMailNow(deps, receipts);
  };

  const switchCodes = (caller: Caller, user: User, on: Bit) => {
    if (on === 1 && !caller.isCorporate) throw new Problem('not_allowed', { reason: 'licence' });
    return database.inCompany(caller.company, async (tx) => {
      await writeOneTimeCodeUse(tx, user.pk, on);
      if (on === 0) await forgetAuthenticator(tx, user.pk);
    });
  };

  /** Recovery codes replace an authenticator, so there are none before it is set up. */
  const freshCodes = (caller: Caller, user: User) => {
    if (user.otpConfirmedAt === null) throw new Problem('conflict', { field: 'body.name' });
    return database.inCompany(caller.company, (tx) => createRecoveryCodes(tx, keyRing.secret, user));
  };

  const changeGuarded = async (caller: Caller, change: Guarded, ip: string): Promise<string[] | undefined> => {
    const account = await confirm(caller, change.origin_pw, ip);
    if (change.name === 'pw') await changePassword(caller, account, change.value);
    else if (change.name === 'email') await changeEmail(caller, account.user, change.value);
    else if (change.name === 'flag_use_otp') await switchCodes(caller, account.user, change.value);
    else if (change.name === 'recovery_codes') return freshCodes(caller, account.user);
    else await database.inCompany(caller.company, (tx) => forgetAuthenticator(tx, caller.user));
    return undefined;
  };

  /** Returns new recovery codes when the change asks for them. */
  return async (caller: Caller, change: Change, ip: string): Promise<string[] | undefined> => {
    if ('origin_pw' in change) return changeGuarded(caller, change, ip);
    if (change.name === 'recovery_codes_kept') {
      await database.inCompany(caller.company, (tx) => keepRecoveryCodes(tx, caller.user, new Date(now())));
    } else if (isPlainField(change)) {
      if (change.name === 'name') assertPersonName(change.value, 'body.value');
      await database.inCompany(caller.company, (tx) => writeProfileField(tx, caller.user, change));
    }
    return undefined;
  };
}
