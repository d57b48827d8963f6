import type { HardwareId } from '../../contract/hardware.ts';
import type { CompanyPk, DevicePk } from '../../contract/ids.ts';
import { keys } from './keys.ts';
import { script, type Redis } from './redis.ts';

/** An admitted agent is recorded as connected within this time; until then its claim holds by itself. */
const PENDING_MS = 2_000;

const claimScript = script(`
local device, id, own, now = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
if id == '' then
  redis.call('HDEL', KEYS[1], device)
  return 1
end
local other, at = string.match(redis.call('HGET', KEYS[1], device) or '', '^(%x+)|(%d+)$')
if other and other ~= id and id ~= own then
  if redis.call('HEXISTS', KEYS[2], device) == 1 or now - tonumber(at) < ${PENDING_MS} then return 0 end
end
redis.call('HSET', KEYS[1], device, id .. '|' .. ARGV[4])
return 1`);

export interface HardwareClaim {
  readonly device: DevicePk;
  /** Null for an agent that does not name its hardware: it takes over like any second socket. */
  readonly hardware: HardwareId | null;
  /** The hardware that comes first, where it is known. */
  readonly own: HardwareId | null;
  readonly at: number;
}

/**
 * Whether this hardware may use the key of a device now: it is the device's own, or no other hardware is connected with it. Of two
 * that ask at once one is admitted, whichever gateways they ask.
 */
export async function claimHardware(
  redis: Redis,
  company: CompanyPk,
  { device, hardware, own, at }: HardwareClaim,
): Promise<boolean> {
  const places = [keys.hardware(company), keys.presence(company)];
  return Number(await redis.run(claimScript, places, [String(device), hardware ?? '', own ?? '', String(at)])) === 1;
}
