import type { ListenerMap } from '@vigil/shared/contract/event';
import { agentDown } from '@vigil/shared/contract/events/agent-down';
import { agentUp } from '@vigil/shared/contract/events/agent-up';
import { browserDown } from '@vigil/shared/contract/events/browser-down';
import { browserUp } from '@vigil/shared/contract/events/browser-up';
import type { Hardware } from '@vigil/shared/contract/hardware';
import type { CompanyPk, DevicePk, DeviceGuid } from '@vigil/shared/contract/ids';
import type { VersionedAccessPolicy } from '@vigil/shared/platform/access-policy';
import type { Session } from '@vigil/shared/platform/sessions';
import type { Namespace, Socket } from 'socket.io';

type NoEvents = Record<string, never>;

/** The identity of an agent's socket, fixed by its handshake. */
export interface AgentSocketIdentity {
  readonly company: CompanyPk;
  readonly device: DevicePk;
  readonly guid: DeviceGuid;
  /** Unique per socket. */
  readonly connection: string;
  readonly publicIp: string;
  /** `PROTOCOL_VERSION` of the agent. */
  readonly protocol: number;
  /** Undefined for agents that do not name it. */
  readonly hardware?: Hardware | undefined;
  /** The hardware is known not to be the device's own: its key was copied. */
  readonly isForeign: boolean;
}

export interface AgentSocketData extends AgentSocketIdentity {
  /** Version of the settings that were sent last. */
  settingsVersion?: number;
  /** Version of the settings that the agent has reported last as applied. */
  appliedVersion?: number;
}

export interface BrowserSocketData {
  session: Session;
  /** IP address of the client. */
  readonly address: string;
  /** The access policy of the company with which the socket was compared last. */
  policy: VersionedAccessPolicy;
  /** The devices of `watch_device`. */
  readonly watched: Set<DevicePk>;
  /** Those of them whose processes are watched. */
  readonly watchedProcesses: Set<DevicePk>;
}

export type AgentSocket = Socket<ListenerMap<typeof agentUp>, ListenerMap<typeof agentDown>, NoEvents, AgentSocketData>;
export type BrowserSocket = Socket<
  ListenerMap<typeof browserUp>,
  ListenerMap<typeof browserDown>,
  NoEvents,
  BrowserSocketData
>;
export type AgentNamespace = Namespace<
  ListenerMap<typeof agentUp>,
  ListenerMap<typeof agentDown>,
  NoEvents,
  AgentSocketData
>;
export type BrowserNamespace = Namespace<
  ListenerMap<typeof browserUp>,
  ListenerMap<typeof browserDown>,
  NoEvents,
  BrowserSocketData
>;

export const agentEvents = { up: agentUp, down: agentDown } as const;
export const browserEvents = { up: browserUp, down: browserDown } as const;
