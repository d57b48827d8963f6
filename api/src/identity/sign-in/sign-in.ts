import type { LoginResult } from '@vigil/shared/contract/http/sign-in';
import type { SignInDenialCause, SignInFailureCause } from '@vigil/shared/contract/names';
import { Problem } from '@vigil/shared/contract/problems';
import { hasAccountDenial } from '@vigil/shared/domain/account-denials';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { companyLookups } from '@vigil/shared/platform/db/company-lookups';
import { announceTicketOnCommit, startTicketWork } from '@vigil/shared/platform/tickets';
import { hashToken } from '@vigil/shared/platform/tokens';
import { codeAttemptsAccount } from '@vigil/shared/platform/users/sign-in-waits';
import type { User } from '@vigil/shared/platform/users/user-rows';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readRightsWithLicence } from '../../access/rights.ts';
import type { Deps } from '../../deps.ts';
import { createRateLimits } from '../../http/rate-limits.ts';
import { readAccount, type UserWithPolicies } from '../accounts/accounts.ts';
import { createLinkToken, consumeLinkToken } from '../accounts/link-tokens.ts';
import { readProfileOf } from '../profile/profile.ts';
import { sessionTokenInHeaders } from '../sessions/access-check.ts';
import type { NewSession } from '../sessions/session-store.ts';
import { createFailedSignIns } from './failed-sign-ins.ts';
import { createKnownNetworks } from './known-networks.ts';
import {
  codeRequired,
  lockedSignInLink,
  signInDeniedResult,
  maskedEmail,
  passwordToReplace,
  notVerified,
  signedIn,
  wrongCode,
  wrongPassword,
} from './login-result.ts';
import {
  createUnconfirmedRecoveryCodes,
  prepareAuthenticator,
  consumeOneTimeCode,
  consumeRecoveryCode,
} from './one-time-codes.ts';
import { openUserSession } from './open-session.ts';
import { createPasswordChecker } from './password-check.ts';
import { createPendingSignIns } from './pending-sign-in.ts';
import { createProgressiveDelays } from './progressive-delay.ts';
import { signInDenialOf } from './sign-in-denial.ts';

/**
 * Whether signing in asks this user for a one-time code: by the user's own choice, or because the company demands it of
 * everybody but the temporary accounts of tickets (decision 136). The codes come with the Corporate and Free licences
 * (spec 1 §6).
 */
async function needsOneTimeCode(tx: ReadTx, { user, policies }: UserWithPolicies): Promise<boolean> {
  const isDemanded = policies.otpRequired === 1 && user.ticketFk === null;
  return (user.flagUseOtp === 1 || isDemanded) && (await readRightsWithLicence(tx, user)).isCorporate;
}

/** With what the screen needs to continue. */
function deniedResult(cause: SignInDenialCause, { user, policies }: UserWithPolicies): LoginResult {
  if (cause === 'pw_reject') return passwordToReplace(user.mgrid, policies);
  return signInDeniedResult(user.mgrid, cause, cause === 'not_yet' ? (user.validFrom?.toISOString() ?? true) : true);
}

/** Where a sign-in comes from, and what notes that it failed. */
interface SignInAttempt extends NewSession {
  readonly noteFailure: (user: User, cause: SignInFailureCause) => void;
}

const isSixDigits = (code: string) => /^\d{6}$/u.test(code);

/**
 * The steps of signing in (spec 1 §4), by password or by a sign-in link (decision 104). A wrong ID and a wrong password
 * look the same and take the same time.
 */
export function createSignInSteps(app: FastifyInstance, deps: Deps) {
  const { database, accessPolicies, keyRing, now } = deps;
  const limits = createRateLimits(deps);
  const { check, attempts } = createPasswordChecker(deps);
  const waits = createProgressiveDelays(deps);
  const networks = createKnownNetworks(deps);
  const half = createPendingSignIns(app, deps);
  const failures = createFailedSignIns(app, deps);

  /**
   * The first sign-in of the temporary account of a ticket starts the work.
   * @returns whether the ticket admits the sign-in
   */
  const startWork = async ({ pk, companyFk, mgrid, ticketFk }: User): Promise<boolean> => {
    if (ticketFk === null) return true;
    return commitChange(deps, companyFk, async (tx) => {
      const by = { user: pk, name: mgrid };
      const ticket = await startTicketWork(tx, { ticket: ticketFk, by, at: new Date(now()) });
      if (ticket) await announceTicketOnCommit(tx, ticket);
      return ticket !== null;
    });
  };

  const open = async (user: User, { noteFailure, ...from }: SignInAttempt): Promise<LoginResult> => {
    if (!(await startWork(user))) {
      noteFailure(user, 'inactive');
      return signInDeniedResult(user.mgrid, 'inactive', true);
    }
    await attempts.forget(user);
    await networks.remember(user.mgrid, from.ip);
    const { session, token } = await openUserSession(app, user, from);
    const profile = await database.read(session.company, (tx) => readProfileOf(tx, session));
    return signedIn({
      email: user.email,
      mail: user.mgrid,
      token,
      ...(profile ? { profile, dateFmt: profile.date_fmt_id } : {}),
    });
  };

  const denialOf = async (account: UserWithPolicies, { ip, password }: { ip: string; password?: string }) => {
    const network = await accessPolicies.denialOf(account.user.companyFk, ip);
    return signInDenialOf(account, { network, now: now(), ...(password === undefined ? {} : { password }) });
  };

  const askForCode = async (user: User, { link }: NewSession): Promise<LoginResult> => {
    const prepared = user.otpConfirmedAt === null ? prepareAuthenticator(keyRing.secret, user) : null;
    const token = await half.begin(user, { prepared: prepared?.sealedSecret ?? null, link });
    return codeRequired(user.mgrid, token, prepared?.uri ?? null);
  };

  const passSecondStep = async (account: UserWithPolicies, from: SignInAttempt): Promise<LoginResult> => {
    const { user } = account;
    if (hasAccountDenial('unverified', account, now())) {
      from.noteFailure(user, 'unverified');
      const key = await commitChange(deps, user.companyFk, (tx) => createLinkToken(tx, 'resend', { user }, now()));
      return notVerified(maskedEmail(user.email), key);
    }
    const asksForCode = await database.read(user.companyFk, (tx) => needsOneTimeCode(tx, account));
    return asksForCode ? askForCode(user, from) : open(user, from);
  };

  /** What follows the password, or the link that stands for it. */
  const passFirst = async (account: UserWithPolicies, from: SignInAttempt, password?: string): Promise<LoginResult> => {
    const cause = await denialOf(account, { ip: from.ip, ...(password === undefined ? {} : { password }) });
    if (!cause) return passSecondStep(account, from);
    from.noteFailure(account.user, cause);
    return deniedResult(cause, account);
  };

  const useCode = (user: User, code: string, prepared: string | null) =>
    commitChange(deps, user.companyFk, async (tx) => {
      const use = { code, now: now(), prepared };
      const right = await (isSixDigits(code) ? consumeOneTimeCode : consumeRecoveryCode)(tx, keyRing.secret, user, use);
      const isFirst = right && user.otpConfirmedAt === null;
      return {
        right,
        recoveryCodes: isFirst ? await createUnconfirmedRecoveryCodes(tx, keyRing.secret, user) : undefined,
      };
    });

  return {
    attemptOf: (request: FastifyRequest): SignInAttempt => ({
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      noteFailure: (user, cause) => failures.note(request, user, cause),
    }),

    async passFirstStep({ mail, pw }: { mail: string; pw: string }, from: SignInAttempt): Promise<LoginResult> {
      const typedId = mail.trim();
      const subject = await networks.subjectOf(typedId, from.ip);
      await limits.take('sign-in', subject);
      const asker = networks.askerOf(subject);
      const checked = await check({ id: typedId, password: pw, address: from.ip, asker });
      if (!checked.matches) {
        if (checked.account) from.noteFailure(checked.account.user, checked.wasLocked ? 'locked' : 'password');
        if (checked.isPartner) return signInDeniedResult(mail, 'partner', true);
        return wrongPassword(mail, { ...checked.attempt, retryAfterS: checked.retryAfterS });
      }
      return passFirst(checked.account, from, pw);
    },

    /** @throws Problem `link_invalid` */
    async passLink(key: string, from: SignInAttempt): Promise<LoginResult> {
      await limits.take('sign-in', { address: from.ip, account: key });
      const taken = await commitChange(deps, companyLookups.link(hashToken(key)), async (tx) => {
        const owner = await consumeLinkToken(tx, 'sign_in', key, now());
        const account = owner && (await readAccount(tx, owner.user.pk));
        return account && { account, link: { parent: owner.madeBy } };
      });
      if (!taken) throw new Problem('link_invalid');
      const { account, link } = taken;
      if (hasAccountDenial('locked', account, now())) {
        from.noteFailure(account.user, 'locked');
        return lockedSignInLink(account.user.mgrid, account.policies);
      }
      return passFirst(account, { ...from, link });
    },

    /** @throws Problem `session_invalid` without the token of a sign-in that waits for its code */
    async passThirdStep(code: string, request: FastifyRequest, from: SignInAttempt): Promise<LoginResult> {
      const waiting = await half.read(request);
      await limits.take('code', { address: from.ip, account: String(waiting.user) });
      const account = await database.read(waiting.company, (tx) => readAccount(tx, waiting.user));
      if (account?.user.credentialVersion !== waiting.credentialVersion) throw new Problem('session_invalid');
      const { user } = account;
      const cause = await denialOf(account, { ip: from.ip });
      if (cause) {
        from.noteFailure(user, cause);
        return deniedResult(cause, account);
      }
      const secondStep = codeAttemptsAccount(user);
      await waits.begin(secondStep, from.ip);
      const attempt = await attempts.begin(user.mgrid, account);
      const { right, recoveryCodes } = attempt.locked
        ? { right: false, recoveryCodes: undefined }
        : await useCode(user, code, waiting.prepared);
      if (!right) {
        from.noteFailure(user, attempt.locked ? 'locked' : 'invalid_otp');
        const retryAfterS = await waits.fail(secondStep, from.ip);
        const failed = { ...(await attempts.fail(attempt, user)), retryAfterS };
        if (failed.locked) await half.end(waiting.id);
        return wrongCode(user.mgrid, sessionTokenInHeaders(request) ?? '', failed);
      }
      await waits.forget(secondStep, from.ip);
      if (!(await half.end(waiting.id))) throw new Problem('session_invalid');
      const opened = await open(user, waiting.link ? { ...from, link: waiting.link } : from);
      return { ...opened, ...(recoveryCodes ? { recovery_codes: recoveryCodes } : {}) };
    },
  };
}
