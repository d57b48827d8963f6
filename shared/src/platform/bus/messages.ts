import { z } from 'zod';
import { Command } from '../../contract/command.ts';
import { DeviceRow } from '../../contract/device.ts';
import type { AnySocketEvent } from '../../contract/event.ts';
import { CommandAnswer } from '../../contract/events/agent-down/command.ts';
import { AgentPolicies } from '../../contract/events/agent-down/settings.ts';
import { browserDown } from '../../contract/events/browser-down.ts';
import { SessionEnd } from '../../contract/events/browser-down/session-ended.ts';
import { GroupNode } from '../../contract/group.ts';
import { AppConfigPk, CompanyPk, DevicePk, GroupPk, SessionId, UserPk } from '../../contract/ids.ts';

type PayloadsByName<L extends Record<string, AnySocketEvent>> = { [E in L[keyof L] as E['name']]: E['payload'] };

const payloadsByName = <L extends Record<string, AnySocketEvent>>(events: L): PayloadsByName<L> =>
  Object.fromEntries(Object.values(events).map(({ name, payload }) => [name, payload])) as PayloadsByName<L>;

// Not bus messages: gateways compute the summary and the end of a session themselves, and frames are sent as bytes.
const { thumbnail: _thumbnail, summary: _summary, sessionEnded: _sessionEnded, ...relayed } = browserDown;
const browser = payloadsByName(relayed);

/** Version of the fleet after a change; see `commitFleetChange`. */
const version = z.int().nonnegative().default(0);

/** `[device, width in pixels, interval in milliseconds]` */
export const CaptureRow = z.tuple([DevicePk, z.number(), z.number()]);
export type CaptureRow = z.infer<typeof CaptureRow>;

/**
 * The bus messages by kind: everything that one server process publishes to another. A message for browsers is declared
 * in its contract file; only the fields that gateways need beyond it, such as its recipients, are added here.
 *
 * Rolling upgrades: processes of two neighbouring versions run side by side. A kind that a process does not know is
 * counted and skipped. A new field is optional or has a default. A field or kind is removed one version after its last
 * publisher. `messages.test.ts` compares a hash of all schemas, so that none changes by accident.
 */
export const busMessages = {
  ...browser,

  device_changed: browser.device_changed.extend({ version }),
  device_added: browser.device_added.extend({ version }),
  device_removed: browser.device_removed.extend({ version }),
  devices_removed: browser.devices_removed.extend({ version }),
  /** All devices are moved from one group. A single device comes with its row, for viewers who could not see it before. */
  devices_moved: browser.devices_moved.extend({ version, from: GroupPk, device: DeviceRow.optional() }),
  group_changed: z.object({
    seq: z.number(),
    version,
    changed: z.array(GroupNode).default([]),
    removed: z.array(GroupPk).default([]),
  }),
  system_usage: browser.system_usage.extend({ group: GroupPk }),
  command_state: browser.command_state.extend({ issuer: UserPk.nullable() }),
  approval_changed: browser.approval_changed.extend({ to: z.array(UserPk) }),
  ticket_changed: browser.ticket_changed.extend({ to: z.array(UserPk) }),
  sessions_changed: browser.sessions_changed.extend({ to: z.array(UserPk) }),

  /** Changed agent settings: policies of the company, app configurations (null = deleted), configurations of groups. */
  settings_changed: z.object({
    version,
    policies: AgentPolicies.optional(),
    configs: z.array(z.object({ pk: AppConfigPk, config: z.record(z.string(), z.unknown()).nullable() })).default([]),
    groups: z.array(z.tuple([GroupPk, AppConfigPk.nullable()])).default([]),
  }),
  /** The fleet index was rebuilt; gateways read it again. */
  index_rebuilt: z.object({ version }),

  /** A reason that is newer than this process ends the session all the same. */
  session_ended: z.object({ id: SessionId, reason: SessionEnd.catch('expired') }),
  session_changed: z.object({ id: SessionId }),

  /** The complete capture requests of one gateway for a company's devices. */
  capture_requests: z.object({ gateway: z.string(), rows: z.array(CaptureRow) }),

  /** A worker asks the gateway that holds a device's socket to deliver a command. */
  command: z.object({
    request: z.string(),
    replyTo: z.string(),
    company: CompanyPk,
    device: DevicePk,
    command: Command,
  }),
  /** `answer` is null when the device is not connected or did not answer in time. */
  command_reply: z.object({ request: z.string(), answer: CommandAnswer.nullable() }),
  /** A socket of the same device was opened on another gateway. */
  superseded: z.object({ device: DevicePk, connection: z.string() }),
} as const;

export type BusKind = keyof typeof busMessages;
export type BusPayload<K extends BusKind> = z.output<(typeof busMessages)[K]>;
export type MessageOf<K extends BusKind> = { [T in K]: { readonly t: T } & BusPayload<T> }[K];
export type BusMessage = MessageOf<BusKind>;

/** The kinds of messages on the channel of a company. */
export type CompanyKind = Exclude<
  BusKind,
  | 'system_usage'
  | 'notice_posted'
  | 'session_ended'
  | 'session_changed'
  | 'capture_requests'
  | 'command'
  | 'command_reply'
  | 'superseded'
>;
export type CompanyMessage = MessageOf<CompanyKind>;

export const isBusKind = (kind: unknown): kind is BusKind =>
  typeof kind === 'string' && Object.hasOwn(busMessages, kind);
