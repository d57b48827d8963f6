import { createHash, randomUUID } from 'node:crypto';
import { redisKeys } from '../redis/keys.ts';
import type { Redis } from '../redis/redis.ts';
import type { User } from './user-rows.ts';

/** Longer than any wait of a client for an account. */
export const SIGN_IN_WAITS_KEPT_MS = 60 * 60_000;

export const sha256Of = (...parts: readonly string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('base64url');
export const attemptsEpochKey = (account: string) => redisKeys.attemptsEpoch(sha256Of(account));

/** The account of wrong one-time codes; that of wrong passwords is the ID as it was typed. */
export const codeAttemptsAccount = ({ pk }: Pick<User, 'pk'>): string => `code:${pk}`;

/**
 * Ends the waits of all clients for an account that was unlocked, or whose password or authenticator was set anew. The
 * clients are not known. Their keys contain an epoch: a new random one makes the old keys unreachable, and has to
 * outlive them.
 */
export async function clearSignInWaits(
  { commands }: Pick<Redis, 'commands'>,
  user: Pick<User, 'pk' | 'mgrid'>,
): Promise<void> {
  for (const account of [user.mgrid, codeAttemptsAccount(user)])
    await commands.set(attemptsEpochKey(account), randomUUID(), { PX: SIGN_IN_WAITS_KEPT_MS });
}
