import type { FastifyInstance } from 'fastify';
import type { Bit } from '@vigil/shared/contract/device';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type { updateProfile } from '@vigil/shared/contract/http/session';
import { Problem } from '@vigil/shared/contract/problems';
import { composeAccountMail } from '@vigil/shared/platform/mail/account-mail';
import { queueMailNow, writeMail } from '@vigil/shared/platform/mail/outgoing';
import { isPassword } from '@vigil/shared/platform/passwords';
import { passwordLevelOf } from '@vigil/shared/platform/policies';
import type { Deps } from '../../deps.ts';
import { readAccount, type Account, type User } from '../../identity/accounts.ts';
import { forgetAuthenticator, renewRecoveryCodes } from '../../identity/one-time-codes.ts';
import { hashNewPassword, writePassword } from '../../identity/password-change.ts';
import { createLimits } from '../../http/rate-limits.ts';
import type { Caller } from '../../session/session.ts';
import { isPlainField, writeEmail, writeOneTimeCodeUse, writeProfileField } from './queries.ts';

type Change = BodyOf<typeof updateProfile>;
type Guarded = Extract<Change, { origin_pw: string }>;

/** Changes of the own profile, one field at a time (spec 2, profile). Changes of credentials need the password. */
export function createProfileChanges(app: FastifyInstance, deps: Deps) {
  const { database, keyRing, now } = deps;
  const limits = createLimits(deps);

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

  /** The old address is notified: mails that open the account go to the new one from now on. */
  const changeEmail = async (caller: Caller, before: User, email: string) => {
    const receipts = await database.inCompany(caller.company, async (tx) => {
      await writeEmail(tx, caller.user, email);
      if (before.email === '' || before.email === email) return [];
      const mail = composeAccountMail('email_changed', { language: before.langCode, name: before.name, email });
      return [await writeMail(tx, { address: before.email, company: caller.company }, mail)];
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
    return database.inCompany(caller.company, (tx) => renewRecoveryCodes(tx, keyRing.secret, user));
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
    if (isPlainField(change)) {
      await database.inCompany(caller.company, (tx) => writeProfileField(tx, caller.user, change));
    }
    return undefined;
  };
}
