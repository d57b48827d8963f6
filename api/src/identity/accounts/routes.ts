import {
  checkLoginIdAvailability,
  mailLoginId,
  checkResetLink,
  recoverAccount,
  signUp,
  verifyEmail,
} from '@vigil/shared/contract/http/accounts';
import { Problem } from '@vigil/shared/contract/problems';
import { LoginId } from '@vigil/shared/contract/sign-in-fields';
import { isAllowedLoginId } from '@vigil/shared/domain/login-id';
import { INITIAL_PASSWORD_RULE } from '@vigil/shared/domain/password-rules';
import { companyLookups } from '@vigil/shared/platform/db/company-lookups';
import { hashToken } from '@vigil/shared/platform/tokens';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { createPostReplyTasks } from '../../http/post-reply-tasks.ts';
import { createRateLimits } from '../../http/rate-limits.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import { registerProfileRoutes } from '../profile/routes.ts';
import { createKnownNetworks } from '../sign-in/known-networks.ts';
import { registerSignInRoutes } from '../sign-in/routes.ts';
import { createAccountRecovery } from './account-recovery.ts';
import { isLoginTaken } from './accounts.ts';
import { createLoginIdMailer } from './find-id.ts';
import { createCompanySignUp } from './sign-up.ts';
import { createEmailVerification } from './verify-email.ts';

/**
 * Sign-in and the profile, and without a session: sign up, verify an address, find an ID, reset a password (spec 1 §2,
 * §7).
 */
export function registerAccountRoutes(app: FastifyInstance, routes: RouteRegistry, deps: Deps): void {
  const limits = createRateLimits(deps);
  const networks = createKnownNetworks(deps);
  const runAfterReply = createPostReplyTasks(app);
  const { prepare, register } = createCompanySignUp(deps);
  const { verify, resend, undo } = createEmailVerification(deps);
  const reset = createAccountRecovery(deps);
  const mailIds = createLoginIdMailer(deps);

  registerSignInRoutes(app, routes, deps);
  registerProfileRoutes(routes, deps);

  routes.on(checkLoginIdAvailability, async ({ query, request }) => {
    await limits.take('available', { address: request.ip });
    // Browsers do not know all endings of hosts: the ID is not taken, so they let the sign-up say what is wrong with
    // it.
    if (LoginId.safeParse(query.value).success && !isAllowedLoginId(query.value)) throw new Problem('invalid_id');
    const isFree = async () => !(await deps.database.readOutside((tx) => isLoginTaken(tx, query.value)));
    return { objects: { available: LoginId.safeParse(query.value).success && (await isFree()) } };
  });

  routes.change(signUp, {
    prepare: async ({ body, request }) => {
      // An installation for a single company has no sign-up.
      if (deps.config.STANDALONE) throw new Problem('not_allowed', { reason: 'policy' });
      await limits.take('join', { address: request.ip, account: body.mail });
      return prepare(body);
    },
    whose: () => companyLookups.signUp(),
    rule: (tx, { body }, passwordHash) => register(tx, body, passwordHash),
  });

  routes.change(verifyEmail, {
    prepare: ({ body, request }) => limits.take('link', { address: request.ip, account: body.key }),
    whose: ({ body }) => companyLookups.link(hashToken(body.key)),
    rule: async (tx, { body }) => {
      if (body.type === 'resend') return { result: await resend(tx, body.key, body.email) };
      return { result: await { auth: verify, undo }[body.type](tx, body.key) };
    },
  });

  routes.on(recoverAccount, async ({ body, request }) => {
    const done = { objects: { result: 'Success' as const } };
    if (body.type === 'send' && !LoginId.safeParse(body.key).success)
      throw new Problem('invalid_id', { field: 'body.key' });
    if (body.type === 'send' || body.type === 'unlock') {
      await limits.take('reset', await networks.subjectOf(body.key, request.ip));
      runAfterReply(() => reset.mail(body.type === 'send' ? 'reset' : 'unlock', body.key, body.lang_code));
      return done;
    }
    if (body.type === 'force_set') {
      const subject = await networks.subjectOf(body.mgrid, request.ip);
      await limits.take('sign-in', subject);
      const [ip, asker] = [request.ip, networks.askerOf(subject)];
      await reset.setExpired({ mgrid: body.mgrid, origin: body.origin_pw, typed: body.pw, ip, asker });
      return done;
    }
    await limits.take('link', { address: request.ip, account: body.key });
    await (body.type === 'open' ? reset.unlockByLink(body.key) : reset.setByLink(body.key, body.pw));
    return done;
  });

  routes.on(checkResetLink, async ({ query, request }) => {
    await limits.take('link', { address: request.ip });
    const link = await reset.checkLink(query.key);
    const { level, max } = link?.rule ?? INITIAL_PASSWORD_RULE;
    const invited = link?.isInvitation ?? false;
    return { objects: { valid: link !== null, invited, password_level: level, password_max: max } };
  });

  routes.on(mailLoginId, async ({ body, request }) => {
    await limits.take('find-id', { address: request.ip, account: body.email });
    const found = await mailIds(body.email, body.lang_code);
    const result = found ? ('Success' as const) : ('Fail' as const);
    return { objects: { result, email: found ? body.email : '' } };
  });
}
