import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { consumeRateLimit } from '@vigil/shared/platform/redis/rate-limit';
import type { Redis } from '@vigil/shared/platform/redis/redis';

/**
 * So often an hour a company's readers are told at once; then this far apart, each time about all that came up
 * meanwhile.
 */
const AT_ONCE = { most: 30, windowMs: 3_600_000 };
const THEN_APART = { most: 1, windowMs: 120_000 };

/** @param which whose mails, and whether of beginnings or of ends */
export const mayMailIncidents = async (redis: Redis, which: string): Promise<boolean> =>
  (await consumeRateLimit(redis, redisKeys.limit('mail-incident', which), AT_ONCE)) === 0 ||
  (await consumeRateLimit(redis, redisKeys.limit('mail-incident', `${which}-apart`), THEN_APART)) === 0;
