import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { restoreLastFrameState } from '@vigil/shared/platform/redis/last-frames';
import type { Deps } from '../deps.ts';
import { deleteExpiredFrames, selectUnexpiredFrameStates } from './queries.ts';

/**
 * Makes Redis know the frames that the database has: after a loss of Redis, lists show that there are frames. Deletes
 * the rows whose time has ended meanwhile.
 * @returns how many were not known
 */
export async function restoreFrameStates({ database, redis, now }: Deps): Promise<number> {
  await database.asSystem((tx) => deleteExpiredFrames(tx, now()));
  const kept = await database.readAll((tx) => selectUnexpiredFrameStates(tx, now()));
  let restored = 0;
  for (const [company, frames] of Map.groupBy(kept, (frame) => frame.company)) {
    const known = new Set(await redis.commands.hKeys(redisKeys.lastFrameStates(company)));
    const missing = frames.filter(({ device }) => !known.has(String(device)));
    const results = await Promise.all(missing.map((frame) => restoreLastFrameState(redis, frame, frame)));
    restored += results.filter(Boolean).length;
  }
  return restored;
}
