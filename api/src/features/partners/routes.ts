import { applyForPartnerAccount, openSessionByInvitation } from '@vigil/shared/contract/http/partners';
import { Problem } from '@vigil/shared/contract/problems';
import { companyLookups } from '@vigil/shared/platform/db/company-lookups';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { createRateLimits } from '../../http/rate-limits.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import { openUserSession } from '../../identity/sign-in/open-session.ts';
import { hashInvitationCode } from './invitation-code.ts';
import { consumeInvitation } from './queries.ts';
import { createPartnerApplications } from './service.ts';

export function registerPartnerRoutes(app: FastifyInstance, routes: RouteRegistry, deps: Deps): void {
  const { now } = deps;
  const limits = createRateLimits(deps);
  const applications = createPartnerApplications(deps);

  routes.change(applyForPartnerAccount, {
    prepare: async ({ body, request }) => {
      // An application is a sign-up, which an installation for a single company does not have. Invitations of guests
      // stay.
      if (deps.config.STANDALONE) throw new Problem('not_allowed', { reason: 'policy' });
      await limits.take('partner', { address: request.ip, account: body.mail });
      return applications.prepare(body);
    },
    whose: () => null,
    rule: (tx, { body }, prepared) => applications.record(tx, body, prepared),
    reply: async (_, __, { decideBy }) => ({ objects: { decide_by: decideBy.toISOString() } }),
  });

  routes.change(openSessionByInvitation, {
    prepare: async ({ body, request }) => {
      await limits.take('invitation', { address: request.ip });
      return hashInvitationCode(body.code);
    },
    whose: (_, hash) => companyLookups.invitation(hash),
    rule: (tx, _, hash) => consumeInvitation(tx, hash, new Date(now())),
    reply: async (invited, { request }) => {
      if (!invited) throw new Problem('invitation_invalid');
      const { user, invitation } = invited;
      const from = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '', invitation };
      const { token } = await openUserSession(app, user, from);
      return { objects: { token, expires_at: invitation.until.toISOString() } };
    },
  });
}
