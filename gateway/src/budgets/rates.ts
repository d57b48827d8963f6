import type { agentUp } from '@vigil/shared/contract/events/agent-up';
import type { Rate } from '@vigil/shared/platform/token-bucket';

type AgentEvent = (typeof agentUp)[keyof typeof agentUp]['name'];

const KIB = 1_024;
const MIB = 1_024 * KIB;

/**
 * How often an agent may send each event. The reserves cover what a well-behaved agent sends at once: samples that
 * waited in a slow network, reports after each of several changes of settings, a full progress queue after a long
 * absence.
 */
export const agentEventRates: { readonly [E in AgentEvent]: Rate } = {
  system_usage: { perSecond: 5, burst: 25 },
  alive: { perSecond: 1, burst: 10 },
  inventory: { perSecond: 1 / 60, burst: 3 },
  processes: { perSecond: 1, burst: 10 },
  // The shortest interval of a demand is 200 ms, and it has three widths.
  thumbnail: { perSecond: 20, burst: 40 },
  thumbnail_same: { perSecond: 10, burst: 20 },
  command_progress: { perSecond: 50, burst: 500 },
  // A life sign of each session every 20 s, and what waited in the queue.
  remote_state: { perSecond: 5, burst: 100 },
  file_transferred: { perSecond: 20, burst: 500 },
  action_reported: { perSecond: 1, burst: 100 },
  // At most one a minute, and one after each change of settings.
  policy_state: { perSecond: 1, burst: 10 },
};

/** Events that are not declared. */
export const undeclaredEventRate: Rate = { perSecond: 1, burst: 20 };

/** Bytes of one device: five frames a second of the largest size, or three large inventories at once. */
export const deviceByteRate: Rate = { perSecond: MIB, burst: 4 * MIB };

/**
 * Bytes of one company on one gateway. It grows with the fleet, so that all devices of a site may come back at once.
 */
export const companyByteRate = (devices: number): Rate => ({
  perSecond: 4 * MIB + devices * 16 * KIB,
  burst: 16 * MIB + devices * 64 * KIB,
});

/** Dropped messages, after which the agent is disconnected: it did not stop when it was told to. */
export const toleratedAgentRefusalRate: Rate = { perSecond: 1, burst: 100 };

/** Connections of one device, on all gateways. */
export const agentConnectLimit = { most: 10, windowMs: 60_000 } as const;

/** A device or session that was disconnected for exceeding its budget is refused for this long. */
export const OVER_BUDGET_REFUSAL_MS = 30_000;

/**
 * Requests of all browsers of one session: far more than a person causes who scrolls through live frames in several
 * tabs.
 */
export const sessionRequestRate: Rate = { perSecond: 30, burst: 300 };

/** Requests over the rate, after which a browser is disconnected. */
export const toleratedSessionRefusalRate: Rate = { perSecond: 1, burst: 300 };

/**
 * Bytes of all browsers of one session: a list of a thousand devices to watch has 8 KB. What is over it closes the
 * socket.
 */
export const sessionByteRate: Rate = { perSecond: 64 * KIB, burst: 2 * MIB };

/** One session may be open in several tabs and on several wall displays. */
export const MAX_SOCKETS_PER_SESSION = 50;

/** One user may have several sessions. */
export const MAX_SOCKETS_PER_USER = 200;

/** Connections of one session, and of one user: all sockets of a user at once, as after a restart of the gateway. */
export const connectRate: Rate = { perSecond: 5, burst: MAX_SOCKETS_PER_USER };
