import type { CompanyPk, DevicePk } from '../../contract/ids.ts';
import { busChannels } from '../bus/channels.ts';
import { redisKeys, partitionOf } from './keys.ts';
import type { Redis } from './redis.ts';
import { readLua, loadLuaScript } from './script.ts';
import { nextSeqLua, MAX_PARTITION_STREAM_LENGTH } from './seq.ts';

/**
 * A socket was opened or closed. `connection` is unique per socket, so that a late disconnect cannot take its successor
 * offline.
 */
export interface SocketTransition {
  readonly device: DevicePk;
  readonly online: boolean;
  readonly connection: string;
  /** Milliseconds since 1970 when the socket opened or closed. */
  readonly at: number;
}

/** A socket that another socket of the same device replaced. */
export interface ReplacedSocket {
  readonly device: DevicePk;
  readonly gateway: string;
  readonly connection: string;
}

const places = ['presence', 'held', 'seq', 'stream'] as const;
const common = ['gateway', 'now', 'channel', 'company', 'publish', 'stream_length'] as const;
const uses = [nextSeqLua, readLua(new URL('append-transitions.lua', import.meta.url))];

const record = loadLuaScript(new URL('record-transitions.lua', import.meta.url), { uses, keys: places, args: common });
const sweep = loadLuaScript(new URL('sweep-gateway.lua', import.meta.url), {
  uses,
  keys: places,
  args: [...common, 'batch'],
});

const placesOf = (company: CompanyPk, gateway: string) => ({
  presence: redisKeys.presence(company),
  held: redisKeys.held(company, gateway),
  seq: redisKeys.seq(company),
  stream: redisKeys.stream(partitionOf(company)),
});

const commonOf = (redis: Redis, company: CompanyPk, gateway: string) => ({
  gateway,
  now: Date.now(),
  channel: busChannels.company(company),
  company,
  publish: redis.publishCommand,
  stream_length: MAX_PARTITION_STREAM_LENGTH,
});

/**
 * Records opened and closed sockets of one company: presence, sequence, durable stream and publication in one step, so
 * that no browser sees a state that the database will not get.
 * @returns the sockets that were replaced
 */
export async function recordSocketTransitions(
  redis: Redis,
  { company, gateway }: { company: CompanyPk; gateway: string },
  transitions: readonly SocketTransition[],
): Promise<ReplacedSocket[]> {
  const flat = (await redis.run(record, {
    keys: placesOf(company, gateway),
    args: commonOf(redis, company, gateway),
    more: transitions.flatMap((t) => [t.online ? '1' : '0', String(t.device), t.connection, String(t.at)]),
  })) as string[];
  const replaced: ReplacedSocket[] = [];
  for (let i = 0; i < flat.length; i += 3) {
    replaced.push({ device: Number(flat[i]) as DevicePk, gateway: flat[i + 1] ?? '', connection: flat[i + 2] ?? '' });
  }
  return replaced;
}

const SWEEP_BATCH = 500;

/** Takes the devices of a dead gateway offline. Several processes may run it at once. */
export async function markGatewayDevicesOffline(redis: Redis, company: CompanyPk, gateway: string): Promise<void> {
  for (;;) {
    const args = { ...commonOf(redis, company, gateway), batch: SWEEP_BATCH };
    const count = Number(await redis.run(sweep, { keys: placesOf(company, gateway), args }));
    if (count < SWEEP_BATCH) return;
  }
}

/** The socket of a connected device; `since` in milliseconds since 1970. */
export interface Presence {
  readonly gateway: string;
  readonly connection: string;
  readonly since: number;
}

export function parsePresence(value: string | null | undefined): Presence | null {
  const [gateway, connection, since] = value?.split('|') ?? [];
  return gateway && connection ? { gateway, connection, since: Number(since) } : null;
}

export async function readDevicePresence(redis: Redis, company: CompanyPk, device: DevicePk): Promise<Presence | null> {
  return parsePresence(await redis.commands.hGet(redisKeys.presence(company), String(device)));
}

/** All devices of a company that are online now. */
export async function onlineDevices(redis: Redis, company: CompanyPk): Promise<Set<DevicePk>> {
  const fields = await redis.commands.hKeys(redisKeys.presence(company));
  return new Set(fields.map((field) => Number(field) as DevicePk));
}

/** The same with when each connected, in milliseconds since 1970; null where it is not known. */
export async function onlineSince(redis: Redis, company: CompanyPk): Promise<Map<DevicePk, number | null>> {
  const entries = Object.entries(await redis.commands.hGetAll(redisKeys.presence(company)));
  return new Map(entries.map(([pk, value]) => [Number(pk) as DevicePk, parsePresence(value)?.since ?? null]));
}
