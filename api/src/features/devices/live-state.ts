import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { parseFrameState } from '@vigil/shared/platform/redis/last-frames';
import type { Redis } from '@vigil/shared/platform/redis/redis';
import { parseUsageValues, usageOf, type UsageValues } from '@vigil/shared/platform/redis/usage';
import { offlineState, type SystemTimes, type LiveState } from '../../wire/device.ts';

// Beyond this many devices reading whole hashes beats naming every field.
const WHOLE_HASH_FROM = 1_000;

/** State, latest usage and last frame of some devices. An offline device has no usage: its last ones are outdated. */
export async function readLiveStateLookup(
  redis: Redis,
  company: CompanyPk,
  pks: readonly number[],
): Promise<(pk: number) => LiveState> {
  const stored = await readStoredStateLookup(redis, company, pks);
  return (pk) => {
    const { online, usage, frame } = stored(pk);
    return { online, usage: online && usage ? usageOf(usage) : null, frame };
  };
}

/** The same with the last usage of offline devices, and usage as it is stored. */
export interface StoredLiveState extends Omit<LiveState, 'usage'> {
  readonly usage: UsageValues | null;
}

export async function readStoredStateLookup(
  redis: Redis,
  company: CompanyPk,
  pks: readonly number[],
): Promise<(pk: number) => StoredLiveState> {
  if (pks.length === 0) return () => ({ ...offlineState, usage: null });
  const read = (key: string) => readHash(redis, key, pks);
  const [presence, usage, frames] = await Promise.all([
    read(redisKeys.presence(company)),
    read(redisKeys.usage(company)),
    read(redisKeys.lastFrameStates(company)),
  ]);
  return (pk) => ({
    online: Boolean(presence[pk]),
    usage: parseUsageValues(usage[pk]),
    frame: parseFrameState(frames[pk])?.ext ?? null,
  });
}

async function readHash(
  redis: Redis,
  key: string,
  pks: readonly number[],
): Promise<Record<string, string | null | undefined>> {
  if (pks.length > WHOLE_HASH_FROM) return redis.commands.hGetAll(key);
  const fields = pks.map(String);
  const values = await redis.commands.hmGet(key, fields);
  return Object.fromEntries(fields.map((field, i) => [field, values[i]]));
}

export async function readSystemTimes(redis: Redis, company: CompanyPk, device: DevicePk): Promise<SystemTimes> {
  const text = await redis.commands.hGet(redisKeys.systemTimes(company), String(device));
  return text ? (JSON.parse(text) as SystemTimes) : {};
}
