import type { Session } from '@vigil/shared/platform/sessions';
import type { SessionClaims } from '@vigil/shared/platform/tokens';
import type { User } from '@vigil/shared/platform/users/user-rows';
import type { FastifyInstance } from 'fastify';
import type { NewSession } from '../sessions/session-store.ts';

/** Opens a session for a user who passed every step, and signs its token. */
export async function openUserSession(
  app: FastifyInstance,
  user: User,
  from: NewSession,
): Promise<{ session: Session; token: string }> {
  const session = await app.sessions.open(user, from);
  const claims: SessionClaims = { jti: session.id, user: session.user, company: session.company, kind: 'session' };
  return { session, token: app.jwt.sign(claims) };
}
