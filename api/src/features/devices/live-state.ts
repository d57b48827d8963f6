import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { keys } from '@vigil/shared/platform/redis/keys';
import type { Redis } from '@vigil/shared/platform/redis/redis';
import { parseUsage } from '@vigil/shared/platform/redis/usage';
import type { LiveFacts, LiveState } from '../../wire/device.ts';

// Beyond this many devices reading whole hashes beats naming every field.
const WHOLE_HASH_FROM = 500;

/** State and latest figures of some devices. An offline device has no figures: the last ones would be a lie. */
export async function readLiveStates(
  redis: Redis,
  company: CompanyPk,
  pks: readonly number[],
): Promise<(pk: number) => LiveState> {
  if (pks.length === 0) return () => ({ online: false, usage: null });
  const [presence, usage] = await (pks.length > WHOLE_HASH_FROM
    ? Promise.all([redis.commands.hGetAll(keys.presence(company)), redis.commands.hGetAll(keys.usage(company))])
    : readFields(redis, company, pks));
  return (pk) => {
    const online = Boolean(presence[pk]);
    return { online, usage: online ? parseUsage(usage[pk]) : null };
  };
}

type Fields = Record<string, string | null | undefined>;

async function readFields(redis: Redis, company: CompanyPk, pks: readonly number[]): Promise<[Fields, Fields]> {
  const fields = pks.map(String);
  const [presence, usage] = await Promise.all([
    redis.commands.hmGet(keys.presence(company), fields),
    redis.commands.hmGet(keys.usage(company), fields),
  ]);
  const byField = (values: readonly (string | null)[]) =>
    Object.fromEntries(fields.map((field, i) => [field, values[i]]));
  return [byField(presence), byField(usage)];
}

export async function readFacts(redis: Redis, company: CompanyPk, device: DevicePk): Promise<LiveFacts> {
  const text = await redis.commands.hGet(keys.facts(company), String(device));
  return text ? (JSON.parse(text) as LiveFacts) : {};
}
