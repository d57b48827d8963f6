import type { AgentStartIdentity } from '../contract/agent-facts.ts';
import { commandStates, type CommandState, type CommandType } from '../contract/names.ts';

/** Their agent carries them out, or their effect is awaited. */
export const acceptedCommandStates = ['accepted', 'running'] as const satisfies readonly CommandState[];
/** They were sent to their agent, which may have them. */
export const deliveredCommandStates = ['sent', ...acceptedCommandStates] as const;
export const openCommandStates = ['queued', ...deliveredCommandStates] as const;

export const unsuccessfulCommandStates = ['failed', 'expired'] as const satisfies readonly CommandState[];
/** Nothing follows them, but what an agent reports after `OUTCOME_UNKNOWN_MESSAGE`. */
export const finalCommandStates = ['done', ...unsuccessfulCommandStates] as const;
export type FinalCommandState = (typeof finalCommandStates)[number];

export const isFinalCommandState = (state: CommandState): state is FinalCommandState =>
  (finalCommandStates as readonly CommandState[]).includes(state);

/** From which states a command may change to each: states never go back, and a final state never changes. */
export const predecessorStates: { readonly [S in CommandState]: readonly CommandState[] } = {
  queued: [],
  sent: ['queued'],
  accepted: ['queued', 'sent'],
  // A running command reports its percentage repeatedly.
  running: openCommandStates,
  done: openCommandStates,
  failed: openCommandStates,
  expired: openCommandStates,
};

/**
 * Whether a command is further in one state than in another: where messages come late or twice, the later state counts.
 */
export const isLaterCommandState = (state: CommandState, than: CommandState): boolean =>
  commandStates.indexOf(state) > commandStates.indexOf(than);

/**
 * The `message` of a running command that its agent has carried out, and whose effect servers have not seen yet
 * (CMD-10).
 */
export const EFFECT_PENDING_MESSAGE = 'waiting_for_effect';

/**
 * The reason of a failed command that reached its device or may have, which has not said what became of it: a later
 * report replaces it.
 */
export const OUTCOME_UNKNOWN_MESSAGE = 'outcome_unknown';

/** A command that is not accepted within this time never runs, because a late reboot would be unexpected. */
export const COMMAND_START_WITHIN_MS = 60_000;

/**
 * This long after its deadline no agent starts a command any more, even if its clock differs by the 10 s that agents
 * tolerate. The command is then sent again, to ask for its outcome.
 */
export const ASK_OUTCOME_AFTER_DEADLINE_MS = 20_000;

/**
 * A sent command whose outcome is not known this long after its deadline ends as unknown; where servers observe
 * effects, see `commandEffects`.
 */
export const OUTCOME_UNKNOWN_AFTER_DEADLINE_MS = 15 * 60_000;

/** How long a gateway waits for an agent's acknowledgement of a command. */
export const AGENT_ANSWER_TIMEOUT_MS = 10_000;

/** What servers know of a device now. */
export interface ObservedDevice extends AgentStartIdentity {
  /** When its agent first reported these facts, in milliseconds since 1970; null when it never did. */
  readonly reportedAt: number | null;
  /** Since when it has been offline, in milliseconds since 1970; null while it is connected. */
  readonly offlineSince: number | null;
}

/** A command whose effect is awaited. Times are in milliseconds since 1970, by the clocks of servers. */
export interface CommandAwaitingEffect {
  readonly before: AgentStartIdentity;
  readonly sentAt: number;
  readonly acceptedAt: number;
}

interface Seen {
  readonly command: CommandAwaitingEffect;
  /** Null when the device was deleted. */
  readonly device: ObservedDevice | null;
  readonly now: number;
}

interface Effect {
  /** How long the effect is awaited after the agent accepted the command (decision 78). */
  readonly withinMs: number;
  /** The fact that an agent has to report for the effect to be seen; without it the agent's own result decides. */
  readonly needs?: keyof AgentStartIdentity;
  readonly isSeen: (seen: Seen) => boolean;
  /**
   * The effect may have begun, but cannot be distinguished from something else yet; it is awaited even when its time is
   * over.
   */
  readonly mayHaveBegun?: (seen: Seen) => boolean;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** An agent that lost its connection, or whose gateway restarts, is back within seconds: that is no shutdown. */
const SHUTDOWN_GRACE_MS = 30 * SECOND_MS;

/** Servers' clocks differ a little. */
export const SERVER_CLOCK_TOLERANCE_MS = 2 * SECOND_MS;

const isSince = (command: CommandAwaitingEffect, at: number | null): boolean =>
  at !== null && at >= command.sentAt - SERVER_CLOCK_TOLERANCE_MS;

/**
 * Stored facts may be older than the command: reports wait on the durable stream, while an agent answers a command
 * directly.
 */
const isOther = ({ command, device }: Seen, fact: keyof AgentStartIdentity): boolean => {
  if (!device || !isSince(command, device.reportedAt)) return false;
  const [before, now] = [command.before[fact], device[fact]];
  return typeof before === 'string' && typeof now === 'string' && before !== now;
};

/** It went offline after it got the command, and has stayed so for `graceMs`. */
function hasGone({ command, device, now }: Seen, graceMs: number): boolean {
  if (!device || device.offlineSince === null) return false;
  return isSince(command, device.offlineSince) && now - device.offlineSince >= graceMs;
}

/**
 * By which effect servers see that a command is done (decision 66). The other types end with what their agent reports.
 */
export const commandEffects = {
  reboot: { withinMs: 15 * MINUTE_MS, needs: 'boot_id', isSeen: (seen) => isOther(seen, 'boot_id') },
  // A device that is back with another boot was off in between.
  shutdown: {
    withinMs: 5 * MINUTE_MS,
    isSeen: (seen) => hasGone(seen, SHUTDOWN_GRACE_MS) || isOther(seen, 'boot_id'),
    mayHaveBegun: (seen) => hasGone(seen, 0),
  },
  agent_restart: { withinMs: MINUTE_MS, needs: 'agent_start_id', isSeen: (seen) => isOther(seen, 'agent_start_id') },
  update: { withinMs: 15 * MINUTE_MS, needs: 'cs_ver', isSeen: (seen) => isOther(seen, 'cs_ver') },
} as const satisfies { readonly [T in CommandType]?: Effect };
export type CommandTypeWithEffect = keyof typeof commandEffects;
export const commandTypesWithEffect = Object.keys(commandEffects) as CommandTypeWithEffect[];

export const commandEffectOf = (type: CommandType): Effect | null =>
  Object.hasOwn(commandEffects, type) ? commandEffects[type as CommandTypeWithEffect] : null;

/** Whether the report of an agent that it is done ends its command, because servers cannot see the effect. */
export function isReportFinal(type: CommandType, factsBefore: AgentStartIdentity): boolean {
  const effect = commandEffectOf(type);
  return effect === null || (effect.needs !== undefined && typeof factsBefore[effect.needs] !== 'string');
}

/** What became of an accepted command. `unknown`: the effect may still come. `missed`: its time is over. */
export function evaluateEffect(type: CommandTypeWithEffect, seen: Seen): 'seen' | 'unknown' | 'missed' {
  const { command, now } = seen;
  const effect: Effect = commandEffects[type];
  if (effect.isSeen(seen)) return 'seen';
  return now >= command.acceptedAt + effect.withinMs && !effect.mayHaveBegun?.(seen) ? 'missed' : 'unknown';
}
