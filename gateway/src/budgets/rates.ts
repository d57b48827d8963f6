import type { agentUp } from '@vigil/shared/contract/events/agent-up';
import type { Rate } from './token-bucket.ts';

type AgentEvent = (typeof agentUp)[keyof typeof agentUp]['name'];

const KIB = 1_024;
const MIB = 1_024 * KIB;

/**
 * How often an agent may send each event. The reserves cover what a well-behaved agent sends at once: samples that waited
 * in a slow network, reports after each of several changes of settings, a full progress queue after a long absence.
 */
export const eventRates: { readonly [E in AgentEvent]: Rate } = {
  system_usage: { perSecond: 5, burst: 25 },
  alive: { perSecond: 1, burst: 10 },
  inventory: { perSecond: 1 / 60, burst: 3 },
  processes: { perSecond: 1, burst: 10 },
  // The shortest interval of a demand is 200 ms.
  thumbnail: { perSecond: 10, burst: 20 },
  command_progress: { perSecond: 50, burst: 500 },
};

/** Events that are not declared. */
export const undeclaredRate: Rate = { perSecond: 1, burst: 20 };

/** Bytes of one device: five frames a second of the largest size, or three large inventories at once. */
export const deviceBytes: Rate = { perSecond: MIB, burst: 4 * MIB };

/** Bytes of one company on one gateway. It grows with the fleet, so that all devices of a site may come back at once. */
export const companyBytes = (devices: number): Rate => ({
  perSecond: 4 * MIB + devices * 16 * KIB,
  burst: 16 * MIB + devices * 64 * KIB,
});

/** Dropped messages, after which the agent is disconnected: it did not stop when it was told to. */
export const refusalRate: Rate = { perSecond: 1, burst: 100 };

/** Connections of one device, on all gateways. */
export const connects = { most: 10, windowMs: 60_000 } as const;

/** A device that was disconnected for exceeding its budget is refused for this long. */
export const PENALTY_MS = 30_000;
