import type { Bit } from '@vigil/shared/contract/device';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type { updateProfile } from '@vigil/shared/contract/http/profile';
import { Problem } from '@vigil/shared/contract/problems';
import { passwordRuleOf } from '@vigil/shared/domain/password-rules';
import type { ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { revokeLinkTokens, forgetAuthenticator } from '@vigil/shared/platform/users/credentials';
import type { User } from '@vigil/shared/platform/users/user-rows';
import type { Deps } from '../../deps.ts';
import { createRateLimits } from '../../http/rate-limits.ts';
import { createAccountMails } from '../accounts/account-mail.ts';
import { lockUnchangedAccount, readAccount, type UserWithPolicies } from '../accounts/accounts.ts';
import { createPasswordConfirmation } from '../accounts/confirm-password.ts';
import { assertDisplayName } from '../accounts/display-name.ts';
import { hashNewPassword, storePassword } from '../accounts/password-change.ts';
import type { Caller } from '../sessions/caller.ts';
import {
  confirmAuthenticator,
  createUnconfirmedRecoveryCodes,
  confirmRecoveryCodes,
  prepareAuthenticator,
} from '../sign-in/one-time-codes.ts';
import { writePendingEmail, writeCodeRequired, writeProfileField } from './queries.ts';

type Change = BodyOf<typeof updateProfile>;
type Guarded = Extract<Change, { origin_pw: string }>;

/** What only the answer to a change shows. */
export interface SecretsShownOnce {
  readonly recovery_codes?: string[];
  readonly otp_setup?: string;
}

/** What a call changes, prepared: the password is confirmed, and the new one hashed. */
interface ProfileChange {
  readonly rule: (tx: ChangeTx) => Promise<SecretsShownOnce>;
  /** @returns further secrets */
  readonly afterCommit?: () => Promise<SecretsShownOnce>;
}

const withoutSecrets = (write: (tx: ChangeTx) => Promise<unknown>): ProfileChange => ({
  rule: async (tx) => {
    await write(tx);
    return {};
  },
});

/** A person needs some time to set an authenticator up. */
const SET_UP_S = 10 * 60;

/** A set-up that waits for its first right code; JSON in Redis. */
interface SetUp {
  readonly sealedSecret: string;
  /** When the authenticator that it replaces was confirmed, in ms since 1970; null for none. */
  readonly replaces: number | null;
  /** The user's `credentialVersion`: whoever began the set-up may have known the old password only. */
  readonly credentialVersion: number;
}

const confirmedAt = (user: User): number | null => user.otpConfirmedAt?.getTime() ?? null;

/** Prepares changes of the caller's profile, one field at a time. Changes of credentials need the password. */
export function createProfileChanges(deps: Deps) {
  const { redis, keyRing, now } = deps;
  const limits = createRateLimits(deps);
  const { mailLink } = createAccountMails(deps);

  const confirm = createPasswordConfirmation(deps);

  const changePassword = async (
    caller: Caller,
    { user, policies }: UserWithPolicies,
    typed: string,
  ): Promise<ProfileChange> => {
    const hash = await hashNewPassword(deps, user, {
      typed,
      rule: passwordRuleOf(user.memberTypeId, policies),
    });
    const written = { hash, at: new Date(now()), keeps: caller.id };
    return withoutSecrets((tx) => storePassword(tx, user, written));
  };

  /**
   * The new address waits until its owner confirms it. The old one gets a link that takes the change back, because
   * mails that open the account go to the new one later. The old address typed again ends the waiting.
   */
  const changeEmail = async (caller: Caller, before: User, email: string): Promise<ProfileChange> => {
    await limits.take('email-change', { account: String(caller.user) });
    const pendingEmail = email === before.email ? null : email;
    return withoutSecrets(async (tx) => {
      await revokeLinkTokens(tx, 'email', before, now());
      await lockUnchangedAccount(tx, before);
      await writePendingEmail(tx, caller.user, pendingEmail);
      if (pendingEmail === null) return;
      const user = { ...before, pendingEmail };
      if (before.email !== '') await mailLink(tx, { kind: 'undo', user, isNotice: true });
      await mailLink(tx, { kind: 'email', user, to: pendingEmail });
    });
  };

  /**
   * Kept for this session until the first right code makes it the user's; an authenticator of before works until then.
   */
  const beginSetUp = async (caller: Caller, user: User): Promise<SecretsShownOnce> => {
    const { sealedSecret, uri } = prepareAuthenticator(keyRing.secret, user);
    const expiration = { type: 'EX', value: SET_UP_S } as const;
    const setUp: SetUp = { sealedSecret, replaces: confirmedAt(user), credentialVersion: user.credentialVersion };
    await redis.commands.set(redisKeys.otpSetUp(caller.id), JSON.stringify(setUp), { expiration });
    return { otp_setup: uri };
  };

  const finishSetUp = async (caller: Caller, code: string, ip: string): Promise<ProfileChange> => {
    await limits.take('code', { address: ip, account: String(caller.user) });
    const kept = await redis.commands.get(redisKeys.otpSetUp(caller.id));
    const setUp = kept === null ? null : (JSON.parse(kept) as SetUp);
    const rule = async (tx: ChangeTx) => {
      const user = (await readAccount(tx, caller.user))?.user;
      // Of several set-ups the one that is confirmed first decides.
      if (
        setUp === null ||
        user?.flagUseOtp !== 1 ||
        user.credentialVersion !== setUp.credentialVersion ||
        confirmedAt(user) !== setUp.replaces
      )
        throw new Problem('conflict', { field: 'body.name' });
      const use = { code, now: now(), prepared: setUp.sealedSecret };
      if (!(await confirmAuthenticator(tx, keyRing.secret, user, use)))
        throw new Problem('invalid_otp', { field: 'body.value' });
      return { recovery_codes: await createUnconfirmedRecoveryCodes(tx, keyRing.secret, user) };
    };
    const forgetSetUp = async () => {
      await redis.commands.del(redisKeys.otpSetUp(caller.id));
      return {};
    };
    return { rule, afterCommit: forgetSetUp };
  };

  const switchCodes = (caller: Caller, { user, policies }: UserWithPolicies, on: Bit): ProfileChange => {
    if (on === 1 && !caller.isCorporate) throw new Problem('not_allowed', { reason: 'licence' });
    if (on === 0 && caller.isCorporate && policies.otpRequired === 1) throw new Problem('otp_required');
    const rule = async (tx: ChangeTx) => {
      await lockUnchangedAccount(tx, user);
      await writeCodeRequired(tx, user.pk, on);
      if (on === 0) await forgetAuthenticator(tx, user.pk);
      return {};
    };
    const needsSetUp = on === 1 && user.otpConfirmedAt === null;
    return { rule, ...(needsSetUp ? { afterCommit: () => beginSetUp(caller, user) } : {}) };
  };

  /** The old authenticator and its recovery codes are replaced when the new ones are confirmed, not before. */
  const resetAuthenticator = async (caller: Caller, user: User): Promise<ProfileChange> => {
    const secrets = user.flagUseOtp === 1 ? await beginSetUp(caller, user) : {};
    return { rule: async () => secrets };
  };

  /** Recovery codes replace an authenticator, so there are none before it is set up. */
  const freshCodes = (user: User): ProfileChange => {
    if (user.otpConfirmedAt === null) throw new Problem('conflict', { field: 'body.name' });
    return {
      rule: async (tx) => {
        await lockUnchangedAccount(tx, user);
        return { recovery_codes: await createUnconfirmedRecoveryCodes(tx, keyRing.secret, user) };
      },
    };
  };

  const changeGuarded = async (caller: Caller, change: Guarded, ip: string): Promise<ProfileChange> => {
    const account = await confirm(caller, change.origin_pw, ip);
    if (change.name === 'flag_use_otp') return switchCodes(caller, account, change.value);
    if (change.name === 'flag_create_qrcode') return resetAuthenticator(caller, account.user);
    if (change.name === 'recovery_codes') return freshCodes(account.user);
    if (change.name === 'pw') return changePassword(caller, account, change.value);
    return changeEmail(caller, account.user, change.value);
  };

  return async (caller: Caller, change: Change, ip: string): Promise<ProfileChange> => {
    if ('origin_pw' in change) return changeGuarded(caller, change, ip);
    if (change.name === 'otp_code') return finishSetUp(caller, change.value, ip);
    if (change.name === 'recovery_codes_kept')
      return withoutSecrets((tx) => confirmRecoveryCodes(tx, caller.user, new Date(now())));
    if (change.name === 'name') assertDisplayName(change.value, 'body.value');
    return withoutSecrets((tx) => writeProfileField(tx, caller.user, change));
  };
}
