import type { Namespace, Socket } from 'socket.io';
import { agentDown } from '@vigil/shared/contract/events/agent-down';
import { agentUp } from '@vigil/shared/contract/events/agent-up';
import { browserDown } from '@vigil/shared/contract/events/browser-down';
import { browserUp } from '@vigil/shared/contract/events/browser-up';
import type { ListenerMap } from '@vigil/shared/contract/event';
import type { CompanyPk, DevicePk, Guid } from '@vigil/shared/contract/ids';
import type { SessionRecord } from '@vigil/shared/platform/sessions';

type Nothing = Record<string, never>;

/** Who an agent's socket is: settled at the handshake, unchangeable after it. */
export interface AgentIdentity {
  readonly company: CompanyPk;
  readonly device: DevicePk;
  readonly guid: Guid;
  /** Unique for each socket. */
  readonly connection: string;
  readonly publicIp: string;
}

export interface AgentData extends AgentIdentity {
  /** Of the settings that were sent last. */
  settingsVersion?: number;
}

export interface BrowserIdentity {
  session: SessionRecord;
  /** Where the socket comes from. */
  readonly address: string;
}

export type AgentSocket = Socket<ListenerMap<typeof agentUp>, ListenerMap<typeof agentDown>, Nothing, AgentData>;
export type BrowserSocket = Socket<
  ListenerMap<typeof browserUp>,
  ListenerMap<typeof browserDown>,
  Nothing,
  BrowserIdentity
>;
export type AgentNamespace = Namespace<ListenerMap<typeof agentUp>, ListenerMap<typeof agentDown>, Nothing, AgentData>;
export type BrowserNamespace = Namespace<
  ListenerMap<typeof browserUp>,
  ListenerMap<typeof browserDown>,
  Nothing,
  BrowserIdentity
>;

export const agentEvents = { up: agentUp, down: agentDown } as const;
export const browserEvents = { up: browserUp, down: browserDown } as const;
