import type { FastifyInstance } from 'fastify';
import type { SessionRecord } from '@vigil/shared/platform/sessions';
import type { SessionClaims } from '@vigil/shared/platform/tokens';
import type { Opening } from '../session/session-store.ts';
import type { User } from './accounts.ts';

/** A session for somebody who passed every step, and the token that stands for it. */
export async function openSession(
  app: FastifyInstance,
  user: User,
  from: Opening,
): Promise<{ session: SessionRecord; token: string }> {
  const session = await app.sessions.open(user, from);
  const claims: SessionClaims = { jti: session.id, user: session.user, company: session.company, kind: 'session' };
  return { session, token: app.jwt.sign(claims) };
}
