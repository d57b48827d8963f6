import { randomUUID } from 'node:crypto';
import { redisKeys } from './keys.ts';
import type { Redis } from './redis.ts';

const KEPT_MS = 10_000;

/** Writes a key that is thrown away: a Redis whose memory is full, or that is a replica, still answers a ping. */
export async function assertRedisWritable({ commands }: Redis): Promise<void> {
  await commands.set(redisKeys.readiness(randomUUID()), '', { expiration: { type: 'PX', value: KEPT_MS } });
}
