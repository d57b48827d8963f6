import { randomUUID } from 'node:crypto';
import { SessionId, UserPk, type CompanyPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import type { SessionClaims } from '@vigil/shared/platform/tokens';
import type { User } from '@vigil/shared/platform/users/user-rows';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Deps } from '../../deps.ts';

/** A person needs some time to set an authenticator up. */
const HALF_S = 10 * 60;

const PendingSignIn = z.object({
  user: UserPk,
  /** The user's `credentialVersion`: a changed password or address ends the sign-in. */
  credentialVersion: z.int(),
  /** The encrypted secret of the authenticator that is being set up. */
  prepared: z.string().nullable(),
  /** The sign-in link that stood for the password (`NewSession`); null for a password. */
  link: z.object({ parent: SessionId.nullable() }).nullable().default(null),
});
type PendingSignIn = z.infer<typeof PendingSignIn>;

/**
 * Sign-ins that wait for their one-time code. Their tokens are valid for that step only; they are kept in Redis alone.
 */
export function createPendingSignIns(app: FastifyInstance, { redis }: Deps) {
  return {
    async begin(
      user: User,
      { prepared, link = null }: Pick<PendingSignIn, 'prepared'> & { link?: PendingSignIn['link'] | undefined },
    ): Promise<string> {
      const claims: SessionClaims = {
        jti: SessionId.parse(randomUUID()),
        user: user.pk,
        company: user.companyFk,
        kind: 'half',
      };
      const waiting: PendingSignIn = { user: user.pk, credentialVersion: user.credentialVersion, prepared, link };
      await redis.commands.set(redisKeys.halfSignIn(claims.jti), JSON.stringify(waiting), {
        expiration: { type: 'EX', value: HALF_S },
      });
      return app.jwt.sign(claims, { expiresIn: HALF_S });
    },
    /** The unfinished sign-in of a request's token. @throws Problem `no_session`, `session_invalid` */
    async read(request: FastifyRequest): Promise<PendingSignIn & { id: string; company: CompanyPk }> {
      const { jti, kind, company } = await app.claimsOf(request);
      const kept = kind === 'half' ? await redis.commands.get(redisKeys.halfSignIn(jti)) : null;
      if (kept === null) throw new Problem('session_invalid');
      return { id: jti, company, ...PendingSignIn.parse(JSON.parse(kept)) };
    },
    /** Returns false if it was ended meanwhile: a half-token becomes one session at most. */
    end: async (id: string): Promise<boolean> => (await redis.commands.del(redisKeys.halfSignIn(id))) > 0,
  };
}
