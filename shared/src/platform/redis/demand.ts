import { z } from 'zod';
import { DevicePk, type CompanyPk } from '../../contract/ids.ts';
import { channels, keys } from './keys.ts';
import type { Redis } from './redis.ts';

/** How long a wish for pictures holds without being renewed; gateways renew three times as often. */
export const DEMAND_MS = 15_000;

/** `[device, width in pixels, interval in milliseconds]` */
const DemandRow = z.tuple([DevicePk, z.number(), z.number()]);
export type DemandRow = z.infer<typeof DemandRow>;

/** Stores and announces everything that one gateway's browsers want of a company's devices. */
export async function writeDemand(
  redis: Redis,
  { company, gateway }: { company: CompanyPk; gateway: string },
  rows: readonly DemandRow[],
): Promise<void> {
  const text = JSON.stringify(rows);
  await Promise.all([
    redis.commands.set(keys.demand(company, gateway), text, { expiration: { type: 'PX', value: DEMAND_MS } }),
    redis.publish(channels.demand(company), `{"gw":${JSON.stringify(gateway)},"rows":${text}}`),
  ]);
}

/** What every gateway wants of a company's devices at this moment. */
export async function readDemands(redis: Redis, company: CompanyPk) {
  const gateways = await redis.commands.sMembers(keys.gateways);
  const texts = await Promise.all(gateways.map((gateway) => redis.commands.get(keys.demand(company, gateway))));
  return gateways.flatMap((gateway, i) => {
    const text = texts[i];
    return text ? [{ gateway, rows: z.array(DemandRow).parse(JSON.parse(text)) }] : [];
  });
}
