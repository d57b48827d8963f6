import { CompanyPk } from '../../contract/ids.ts';
import { keys } from './keys.ts';
import { sweepGateway } from './presence.ts';
import type { Redis } from './redis.ts';

/** A gateway that has not renewed for this long is dead; with the sweep it makes 15 s at the most. */
export const LEASE_MS = 10_000;

const expiration = { type: 'PX', value: LEASE_MS } as const;

export async function takeLease(redis: Redis, gateway: string): Promise<void> {
  await redis.commands.set(keys.lease(gateway), '1', { expiration });
  await redis.commands.sAdd(keys.gateways, gateway);
}

/** False when the lease had lapsed: whatever this gateway announced may have been swept. */
export async function renewLease(redis: Redis, gateway: string): Promise<boolean> {
  return (await redis.commands.set(keys.lease(gateway), '1', { expiration, condition: 'XX' })) !== null;
}

/** Takes the devices of dead gateways offline and forgets those gateways. Safe to run from several places at once. */
export async function sweepDeadGateways(redis: Redis): Promise<number> {
  let dead = 0;
  for (const gateway of await redis.commands.sMembers(keys.gateways)) {
    if ((await redis.commands.exists(keys.lease(gateway))) === 1) continue;
    for (const company of await redis.commands.sMembers(keys.companiesOf(gateway))) {
      await sweepGateway(redis, CompanyPk.parse(Number(company)), gateway);
    }
    await redis.commands.del(keys.companiesOf(gateway));
    await redis.commands.sRem(keys.gateways, gateway);
    dead += 1;
  }
  return dead;
}
