import { z } from 'zod';
import type { CompanyPk } from '../../contract/ids.ts';
import { publish } from '../bus/bus.ts';
import { channels } from '../bus/channels.ts';
import { CaptureRow } from '../bus/messages.ts';
import { keys } from './keys.ts';
import type { Redis } from './redis.ts';

/** How long a request for pictures holds without being renewed; gateways renew three times as often. */
export const CAPTURE_LEASE_MS = 15_000;

/** Stores and announces everything that one gateway's browsers want of a company's devices. */
export async function writeCaptureRequests(
  redis: Redis,
  { company, gateway }: { company: CompanyPk; gateway: string },
  rows: CaptureRow[],
): Promise<void> {
  const expiration = { type: 'PX', value: CAPTURE_LEASE_MS } as const;
  await Promise.all([
    redis.commands.set(keys.captureRequests(company, gateway), JSON.stringify(rows), { expiration }),
    publish(redis, channels.captureRequests(company), { t: 'capture_requests', gateway, rows }),
  ]);
}

/** What every gateway wants of a company's devices at this moment. */
export async function readCaptureRequests(redis: Redis, company: CompanyPk) {
  const gateways = await redis.commands.sMembers(keys.gateways);
  const texts = await Promise.all(
    gateways.map((gateway) => redis.commands.get(keys.captureRequests(company, gateway))),
  );
  return gateways.flatMap((gateway, i) => {
    const text = texts[i];
    return text ? [{ gateway, rows: z.array(CaptureRow).parse(JSON.parse(text)) }] : [];
  });
}
