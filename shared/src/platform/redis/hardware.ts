import type { HardwareId } from '../../contract/hardware.ts';
import type { CompanyPk, DevicePk } from '../../contract/ids.ts';
import { redisKeys } from './keys.ts';
import type { Redis } from './redis.ts';
import { loadLuaScript } from './script.ts';

/** An admitted agent is recorded as connected within this time; until then its claim holds by itself. */
const PENDING_MS = 2_000;

const claim = loadLuaScript(new URL('claim-hardware.lua', import.meta.url), {
  keys: ['hardware', 'presence'],
  args: ['device', 'id', 'own', 'now', 'pending_ms'],
});

export interface HardwareKeyClaim {
  readonly device: DevicePk;
  /** Null for an agent that does not name its hardware: it takes over like any second socket. */
  readonly hardware: HardwareId | null;
  /** The hardware that comes first, where it is known. */
  readonly own: HardwareId | null;
  readonly at: number;
}

/**
 * Whether this hardware may use the key of a device now: it is the device's own, or no other hardware is connected with
 * it. Of two that ask at once one is admitted, whichever gateways they ask.
 */
export async function tryClaimDeviceKey(
  redis: Redis,
  company: CompanyPk,
  { device, hardware, own, at }: HardwareKeyClaim,
): Promise<boolean> {
  const isAdmitted = await redis.run(claim, {
    keys: { hardware: redisKeys.hardware(company), presence: redisKeys.presence(company) },
    args: { device, id: hardware ?? '', own: own ?? '', now: at, pending_ms: PENDING_MS },
  });
  return isAdmitted === 1;
}
