import { z } from 'zod';
import { Command } from '../contract/command.ts';
import { CommandAnswer } from '../contract/events/agent-down/command.ts';
import { CompanyPk, DevicePk } from '../contract/ids.ts';

/** What other processes ask of one gateway, on its own channel. */
export const GatewayCall = z.discriminatedUnion('t', [
  z.object({
    t: z.literal('command'),
    request: z.string(),
    replyTo: z.string(),
    company: CompanyPk,
    device: DevicePk,
    command: Command,
  }),
  z.object({ t: z.literal('superseded'), device: DevicePk, connection: z.string() }),
]);
export type GatewayCall = z.infer<typeof GatewayCall>;

/** `answer` is null when the device's socket is not there, or did not answer in time. */
export const GatewayReply = z.object({ request: z.string(), answer: CommandAnswer.nullable() });
export type GatewayReply = z.infer<typeof GatewayReply>;

/** How long a gateway waits for an agent's first answer. */
export const AGENT_ANSWER_MS = 10_000;
