import * as z from 'zod';
import { CompanyPk, RemoteSessionId } from '../../contract/ids.ts';
import { hashToken, randomToken } from '../tokens.ts';
import { redisKeys } from './keys.ts';
import type { Redis } from './redis.ts';

/** What a ticket admits to: one end of a session. */
const RelayAdmission = z.object({
  session: RemoteSessionId,
  company: CompanyPk,
  end: z.enum(['viewer', 'agent']),
  /**
   * The same for the two tickets that were issued together, and greater for later ones. API servers of earlier versions
   * do not say.
   */
  attempt: z.int().default(0),
});
export type RelayAdmission = z.infer<typeof RelayAdmission>;
type IssuedAdmission = z.input<typeof RelayAdmission>;

/** Both ends connect at once, or do not. */
const LIFETIME_MS = 60_000;

/** @returns the ticket; Redis keeps its digest */
export async function issueRelayTicket(redis: Redis, admission: IssuedAdmission): Promise<string> {
  const ticket = randomToken();
  const expiration = { type: 'PX', value: LIFETIME_MS } as const;
  await redis.commands.set(redisKeys.relayTicket(hashToken(ticket)), JSON.stringify(admission), { expiration });
  return ticket;
}

/** Takes a ticket, which is gone from then on. @returns null for one that does not exist, was used, or is too old */
export async function takeRelayTicket(redis: Redis, ticket: string): Promise<RelayAdmission | null> {
  const text = await redis.commands.getDel(redisKeys.relayTicket(hashToken(ticket)));
  return text === null ? null : RelayAdmission.parse(JSON.parse(text));
}
