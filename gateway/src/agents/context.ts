import type { Frame } from '@vigil/shared/platform/redis/frames';
import type { AgentBudget, AgentBudgets } from '../budgets/agent-budgets.ts';
import type { Deps } from '../deps.ts';
import type { Fleets } from '../fan-out/fleets.ts';
import type { AgentCaptures } from '../pictures/agent-captures.ts';
import type { FrameExchange } from '../pictures/frame-exchange.ts';
import type { ConnectedAgents } from '../presence/connected-agents.ts';
import type { Presence } from '../presence/presence.ts';
import type { Handlers } from '../sockets/handlers.ts';
import type { AgentSocket } from '../sockets/sockets.ts';
import type { UsageBatches } from '../usage/usage-batches.ts';
import type { UsageRollup } from '../usage/usage-rollup.ts';
import type { SettingsSender } from './settings-sender.ts';

/** The parts of the gateway that agents' sockets use. */
export interface AgentCore {
  readonly agents: ConnectedAgents;
  readonly presence: Presence;
  readonly fleets: Fleets;
  readonly captures: AgentCaptures;
  readonly settings: SettingsSender;
  readonly batches: UsageBatches;
  readonly rollup: UsageRollup;
  readonly handlers: Handlers;
  readonly budgets: AgentBudgets;
  readonly frames: (frame: Frame, width: number) => void;
  readonly exchange: Pick<FrameExchange, 'forget'>;
}

/** What the handlers of one agent's socket use. */
export interface AgentContext {
  readonly deps: Deps;
  readonly socket: AgentSocket;
  readonly core: AgentCore;
  readonly budget: AgentBudget;
}
