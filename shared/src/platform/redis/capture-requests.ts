import * as z from 'zod';
import type { CompanyPk, DevicePk } from '../../contract/ids.ts';
import { publish } from '../bus/bus.ts';
import { busChannels } from '../bus/channels.ts';
import { CaptureRow } from '../bus/messages.ts';
import { redisKeys } from './keys.ts';
import type { Redis } from './redis.ts';

/** A capture request lapses after this long without renewal. Gateways renew three times as often. */
export const CAPTURE_LEASE_MS = 15_000;

/** What a gateway asks for; see `capture_requests` of the bus. */
export interface GatewayCaptureRequests {
  readonly rows: CaptureRow[];
  readonly jpgOnly: DevicePk[] | null;
}

/**
 * Stores and publishes the complete capture requests of one gateway for a company's devices. The formats are not
 * stored, because gateways of the version before read the stored rows: who reads them asks for jpg until the requests
 * are renewed.
 */
export async function publishCaptureRequests(
  redis: Redis,
  { company, gateway }: { company: CompanyPk; gateway: string },
  { rows, jpgOnly }: GatewayCaptureRequests,
): Promise<void> {
  const expiration = { type: 'PX', value: CAPTURE_LEASE_MS } as const;
  await Promise.all([
    redis.commands.set(redisKeys.captureRequests(company, gateway), JSON.stringify(rows), { expiration }),
    publish(redis, busChannels.captureRequests(company), { t: 'capture_requests', gateway, rows, jpg_only: jpgOnly }),
  ]);
}

/** The current capture requests of all gateways for a company's devices. */
export async function readCaptureRequests(redis: Redis, company: CompanyPk) {
  const gateways = await redis.commands.sMembers(redisKeys.gateways);
  const texts = await Promise.all(
    gateways.map((gateway) => redis.commands.get(redisKeys.captureRequests(company, gateway))),
  );
  return gateways.flatMap((gateway, i) => {
    const text = texts[i];
    return text ? [{ gateway, rows: z.array(CaptureRow).parse(JSON.parse(text)) }] : [];
  });
}
