import { createHash } from 'node:crypto';
import { clientNetwork } from '@vigil/shared/domain/ip-addresses';
import type { PasswordAsker } from '@vigil/shared/platform/passwords';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import type { Deps } from '../../deps.ts';
import type { RateLimitSubject } from '../../http/rate-limits.ts';
import { foldLoginIdCase } from '../accounts/accounts.ts';

/** Longer than a holiday. */
const REMEMBER_S = 90 * 24 * 3_600;

/** The networks from which an account was signed in to completely. */
export function createKnownNetworks({ redis }: Pick<Deps, 'redis'>) {
  const keyOf = (account: string, address: string) => {
    const text = `${foldLoginIdCase(account)}\n${clientNetwork(address)}`;
    return redisKeys.knownNetwork(createHash('sha256').update(text).digest('base64url'));
  };
  return {
    async remember(account: string, address: string): Promise<void> {
      await redis.commands.set(keyOf(account, address), '1', { expiration: { type: 'EX', value: REMEMBER_S } });
    },
    /**
     * What limits count of a request without a session that names an account. Unknown networks use up the limit of the
     * account together; a known one does not, so that strangers cannot keep the owner out.
     */
    async subjectOf(account: string, address: string): Promise<RateLimitSubject> {
      const isKnown = (await redis.commands.exists(keyOf(account, address))) === 1;
      return isKnown ? { address } : { address, account };
    },
    /** Whose share of the password checks a request with this subject uses. */
    askerOf: ({ account }: RateLimitSubject): PasswordAsker => (account === undefined ? 'known' : 'stranger'),
  };
}
