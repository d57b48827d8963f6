import type { CompanyPk, DevicePk } from '../../contract/ids.ts';
import { channels } from '../bus/channels.ts';
import { keys, partitionOf } from './keys.ts';
import { script, type Redis } from './redis.ts';
import { nextSeq, STREAM_LENGTH } from './seq.ts';

/**
 * A socket was opened or closed. `connection` is unique per socket, so that a late disconnect cannot take its successor
 * offline.
 */
export interface Transition {
  readonly device: DevicePk;
  readonly online: boolean;
  readonly connection: string;
  /** Milliseconds since 1970 when the socket opened or closed. */
  readonly at: number;
}

/** A socket that another socket of the same device replaced. */
export interface Replaced {
  readonly device: DevicePk;
  readonly gateway: string;
  readonly connection: string;
}

// Rows of the stream are [device, kind, at, connection]; kind 1 online, 0 offline, 2 taken over by another socket.
const append = `
local function append(rows, live)
  if #rows == 0 then return 0 end
  local seq = next_seq(KEYS[3], now)
  local seqText = string.format('%.0f', seq)
  redis.call('XADD', KEYS[4], 'MAXLEN', '~', '${STREAM_LENGTH}', '*', 'kind', 'state', 'company', company, 'seq', seqText,
    'data', '[' .. table.concat(rows, ',') .. ']')
  redis.call(publish, channel, '{"t":"alive","seq":' .. seqText .. ',"rows":[' .. table.concat(live, ',') .. ']}')
  return seqText
end`;

const header = `
local gw, now, channel, company, publish = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local rows, live = {}, {}
${nextSeq}${append}`;

const transitionScript = script(`${header}
local replaced = {}
for i = 6, #ARGV, 4 do
  local online, device, connection, at = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
  local mine = gw .. '|' .. connection
  local current = redis.call('HGET', KEYS[1], device)
  local holder = current and string.match(current, '^(.*)|[^|]*$')
  if online == '1' then
    redis.call('HSET', KEYS[1], device, mine .. '|' .. at)
    redis.call('SADD', KEYS[2], device)
    if not current then
      rows[#rows + 1] = '[' .. device .. ',1,' .. at .. ',"' .. connection .. '"]'
      live[#live + 1] = '[' .. device .. ',1,' .. at .. ']'
    elseif holder ~= mine then
      rows[#rows + 1] = '[' .. device .. ',2,' .. at .. ',"' .. connection .. '"]'
      local otherGw, otherConnection = string.match(holder, '^(.*)|([^|]*)$')
      if otherGw ~= gw then redis.call('SREM', string.gsub(KEYS[2], 'held:.*$', 'held:' .. otherGw), device) end
      replaced[#replaced + 1] = device
      replaced[#replaced + 1] = otherGw
      replaced[#replaced + 1] = otherConnection
    end
  elseif holder == mine then
    redis.call('HDEL', KEYS[1], device)
    redis.call('SREM', KEYS[2], device)
    rows[#rows + 1] = '[' .. device .. ',0,' .. at .. ',"' .. connection .. '"]'
    live[#live + 1] = '[' .. device .. ',0,' .. at .. ']'
  end
end
append(rows, live)
return replaced`);

const sweepScript = script(`${header}
local devices = redis.call('SPOP', KEYS[2], ARGV[6])
for _, device in ipairs(devices) do
  local current = redis.call('HGET', KEYS[1], device)
  local holder, connection = string.match(current or '', '^(.*)|([^|]*)|[^|]*$')
  if holder == gw then
    redis.call('HDEL', KEYS[1], device)
    rows[#rows + 1] = '[' .. device .. ',0,' .. now .. ',"' .. connection .. '"]'
    live[#live + 1] = '[' .. device .. ',0,' .. now .. ']'
  end
end
append(rows, live)
return #devices`);

const scriptKeys = (company: CompanyPk, gateway: string) => [
  keys.presence(company),
  keys.held(company, gateway),
  keys.seq(company),
  keys.stream(partitionOf(company)),
];

const scriptArgs = (redis: Redis, company: CompanyPk, gateway: string) => [
  gateway,
  String(Date.now()),
  channels.company(company),
  String(company),
  redis.publishCommand,
];

/**
 * Records opened and closed sockets of one company: presence, sequence, durable stream and publication in one step, so
 * that no browser sees a state that the database will not get.
 * @returns the sockets that were replaced
 */
export async function recordTransitions(
  redis: Redis,
  place: { company: CompanyPk; gateway: string },
  transitions: readonly Transition[],
): Promise<Replaced[]> {
  const args = transitions.flatMap((t) => [t.online ? '1' : '0', String(t.device), t.connection, String(t.at)]);
  const flat = (await redis.run(transitionScript, scriptKeys(place.company, place.gateway), [
    ...scriptArgs(redis, place.company, place.gateway),
    ...args,
  ])) as string[];
  const replaced: Replaced[] = [];
  for (let i = 0; i < flat.length; i += 3) {
    replaced.push({ device: Number(flat[i]) as DevicePk, gateway: flat[i + 1] ?? '', connection: flat[i + 2] ?? '' });
  }
  return replaced;
}

const SWEEP_BATCH = 500;

/** Takes the devices of a dead gateway offline. Several processes may run it at once. */
export async function sweepGateway(redis: Redis, company: CompanyPk, gateway: string): Promise<void> {
  for (;;) {
    const args = [...scriptArgs(redis, company, gateway), String(SWEEP_BATCH)];
    const count = Number(await redis.run(sweepScript, scriptKeys(company, gateway), args));
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

export async function findDevice(redis: Redis, company: CompanyPk, device: DevicePk): Promise<Presence | null> {
  return parsePresence(await redis.commands.hGet(keys.presence(company), String(device)));
}

/** All devices of a company that are online now. */
export async function onlineDevices(redis: Redis, company: CompanyPk): Promise<Set<DevicePk>> {
  const fields = await redis.commands.hKeys(keys.presence(company));
  return new Set(fields.map((field) => Number(field) as DevicePk));
}
