import { CompanyPk } from '../../contract/ids.ts';
import { redisKeys } from './keys.ts';
import { markGatewayDevicesOffline } from './presence.ts';
import type { Redis } from './redis.ts';

/** A gateway is considered dead after this long without renewal. The sweep adds its interval, within 15 s in total. */
export const GATEWAY_LEASE_MS = 10_000;

const expiration = { type: 'PX', value: GATEWAY_LEASE_MS } as const;

export async function takeLease(redis: Redis, gateway: string): Promise<void> {
  await redis.commands.set(redisKeys.lease(gateway), '1', { expiration });
  await redis.commands.sAdd(redisKeys.gateways, gateway);
}

/** @returns false when the lease had lapsed, and the gateway's devices may have been swept */
export async function renewLease(redis: Redis, gateway: string): Promise<boolean> {
  return (await redis.commands.set(redisKeys.lease(gateway), '1', { expiration, condition: 'XX' })) !== null;
}

/** Takes the devices of dead gateways offline and removes those gateways. Several processes may run it at once. */
export async function sweepDeadGateways(redis: Redis): Promise<number> {
  let dead = 0;
  for (const gateway of await redis.commands.sMembers(redisKeys.gateways)) {
    if ((await redis.commands.exists(redisKeys.lease(gateway))) === 1) continue;
    for (const company of await redis.commands.sMembers(redisKeys.companiesOf(gateway))) {
      await markGatewayDevicesOffline(redis, CompanyPk.parse(Number(company)), gateway);
    }
    await redis.commands.del(redisKeys.companiesOf(gateway));
    await redis.commands.sRem(redisKeys.gateways, gateway);
    dead += 1;
  }
  return dead;
}

/** Whether a gateway has renewed its lease. */
export async function hasLiveGateway(redis: Redis): Promise<boolean> {
  for (const gateway of await redis.commands.sMembers(redisKeys.gateways))
    if ((await redis.commands.exists(redisKeys.lease(gateway))) === 1) return true;
  return false;
}
