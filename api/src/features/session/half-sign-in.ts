import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { SessionId, UserPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { keys } from '@vigil/shared/platform/redis/keys';
import type { SessionClaims } from '@vigil/shared/platform/tokens';
import type { User } from '../../identity/accounts.ts';
import type { Deps } from '../../deps.ts';

/** A person needs some time to set an authenticator up. */
const HALF_S = 10 * 60;

const HalfSignIn = z.object({ user: UserPk });

/** Sign-ins that wait for their one-time code. Their tokens are valid for that step only; they are kept in Redis alone. */
export function createHalfSignIns(app: FastifyInstance, { redis }: Deps) {
  return {
    async begin(user: User): Promise<string> {
      const claims: SessionClaims = {
        jti: SessionId.parse(randomUUID()),
        user: user.pk,
        company: user.companyFk,
        kind: 'half',
      };
      await redis.commands.set(keys.halfSignIn(claims.jti), JSON.stringify({ user: claims.user }), {
        expiration: { type: 'EX', value: HALF_S },
      });
      return app.jwt.sign(claims, { expiresIn: HALF_S });
    },
    /** The unfinished sign-in of a request's token. @throws Problem `no_session`, `session_invalid` */
    async read(request: FastifyRequest): Promise<{ id: string; user: UserPk }> {
      const { jti, kind } = await app.claimsOf(request);
      const kept = kind === 'half' ? await redis.commands.get(keys.halfSignIn(jti)) : null;
      if (kept === null) throw new Problem('session_invalid');
      return { id: jti, user: HalfSignIn.parse(JSON.parse(kept)).user };
    },
    /** Returns false if it was ended meanwhile: a half-token becomes one session at most. */
    end: async (id: string): Promise<boolean> => (await redis.commands.del(keys.halfSignIn(id))) > 0,
  };
}
