import * as z from 'zod';
import {
  announcements,
  announcementKinds,
  type EventNamesAnnouncedTo,
  type AnnouncementKind,
  type Announcements,
} from '../../contract/announcements.ts';
import { Command } from '../../contract/command.ts';
import { DeviceRow } from '../../contract/device.ts';
import type { AnyEventDefinition } from '../../contract/event.ts';
import { CommandAnswer } from '../../contract/events/agent-down/command.ts';
import {
  OpenedRemoteSession,
  RemoteSessionCut,
  RemoteSessionWarning,
} from '../../contract/events/agent-down/remote-session.ts';
import { AgentPolicies } from '../../contract/events/agent-down/settings.ts';
import { FrameExt } from '../../contract/events/agent-up/thumbnail.ts';
import { browserDown } from '../../contract/events/browser-down.ts';
import { AnnouncedObjectState } from '../../contract/events/browser-down/announcements.ts';
import { SessionEndReason } from '../../contract/events/browser-down/session.ts';
import { FramePolicies } from '../../contract/frame-policies.ts';
import { GroupNode } from '../../contract/group.ts';
import { HardwareId } from '../../contract/hardware.ts';
import { AppConfigPk, CompanyPk, DevicePk, GroupPk, SessionId, UserPk, IncidentPk } from '../../contract/ids.ts';
import { incidentStates } from '../../contract/names.ts';

type PayloadsByName<L extends Record<string, AnyEventDefinition>> = { [E in L[keyof L] as E['name']]: E['payload'] };

const payloadsByName = <L extends Record<string, AnyEventDefinition>>(events: L): PayloadsByName<L> =>
  Object.fromEntries(Object.values(events).map(({ name, payload }) => [name, payload])) as PayloadsByName<L>;

// Not bus messages: gateways gather the formats of stored frames, and compute the summary, what frames take of their
// budget, a change of rights, the end of a session, messages over its budget, the change of a licence and that of
// configurations themselves, frames are sent as bytes, and the end of a remote session is one message for agent and
// browsers.
const {
  thumbnail: _thumbnail,
  thumbnailSame: _thumbnailSame,
  frameFormats: _frameFormats,
  frameTraffic: _frameTraffic,
  summary: _summary,
  rightsChanged: _rightsChanged,
  sessionEnded: _sessionEnded,
  sessionWarning: _sessionWarning,
  sessionCut: _sessionCut,
  remoteSessionsChanged: _remoteSessionsChanged,
  rateLimited: _rateLimited,
  licenceChanged: _licenceChanged,
  ...relayed
} = browserDown;
const browser = payloadsByName(relayed);

/** An announcement with its recipients, where these are users. */
const AnnouncedToUsers = AnnouncedObjectState.extend({ to: z.array(UserPk) });
type AnnouncedByEvent = {
  [K in AnnouncementKind as Announcements[K]['event']]: Announcements[K]['to'] extends 'users'
    ? typeof AnnouncedToUsers
    : typeof AnnouncedObjectState;
};
const announced = Object.fromEntries(
  announcementKinds.map((kind) => {
    const { event, to } = announcements[kind];
    return [event, to === 'users' ? AnnouncedToUsers : AnnouncedObjectState];
  }),
) as unknown as AnnouncedByEvent;

/** Version of the fleet after a change; see `commitChange`. */
const version = z.int().nonnegative().default(0);

/**
 * `[device, width in pixels, interval in milliseconds]`; a device has one row for each width, the widest last: gateways
 * of the version before apply the last one.
 */
export const CaptureRow = z.tuple([DevicePk, z.number(), z.number()]);
export type CaptureRow = z.infer<typeof CaptureRow>;

/** The hardware that has the key of a device, and what a split has shut out. */
export const KeyHolders = z.object({ own: HardwareId, barred: z.array(HardwareId) });
export type KeyHolders = z.infer<typeof KeyHolders>;

const DeviceTimes = z.tuple([DevicePk, z.number().nullable(), z.number().nullable()]);
export type DeviceConnectionTimes = z.infer<typeof DeviceTimes>;

/** Processes of the version before publish no tags. */
const device = DeviceRow.extend({ tags: DeviceRow.shape.tags.default([]) });

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
  ...announced,

  /**
   * `hardware`: which hardware has the key of the device, and which must make a key of its own; null: no other was
   * seen.
   */
  device_changed: browser.device_changed.extend({ version, hardware: KeyHolders.nullable().optional() }),
  devices_changed: browser.devices_changed.extend({ version }),
  device_added: browser.device_added.extend({ version, device }),
  /** `from`: the group of each device, by which gateways find its viewers when their index has the removal already. */
  device_removed: browser.device_removed.extend({ version, from: GroupPk.optional() }),
  devices_removed: browser.devices_removed.extend({ version, from: z.array(GroupPk).optional() }),
  /**
   * All devices are moved from one group. A single device comes with its row, for viewers who could not see it before.
   */
  devices_moved: browser.devices_moved.extend({ version, from: GroupPk, device: device.optional() }),
  group_changed: z.object({
    seq: z.number(),
    version,
    changed: z.array(GroupNode).default([]),
    removed: z.array(GroupPk).default([]),
    details: z.array(GroupPk).optional(),
  }),
  system_usage: browser.system_usage.extend({ group: GroupPk }),
  /** A window of a user opened or closed: `device_changed` for that user only (decision 63). */
  approval_window: z.object({ seq: z.number(), version, user: UserPk, device_pk: DevicePk, open: z.boolean() }),
  command_state: browser.command_state.extend({ issuer: UserPk.nullable() }),
  /** `groups` are those of its devices, with how many each has: a viewer is told of those in sight. */
  incidents: z.object({
    rows: z.array(
      z.object({
        pk: IncidentPk,
        state: z.literal(incidentStates).nullable(),
        groups: z.array(z.tuple([GroupPk, z.int()])),
      }),
    ),
  }),
  bulk_progress: browser.bulk_progress.extend({ to: UserPk }),

  /** A viewer opened a session with a device, or its end was moved. */
  remote_session: z.object({ device_pk: DevicePk, session: OpenedRemoteSession }),
  /** A session will end soon; `to` is its user. */
  remote_session_warning: z.object({
    device_pk: DevicePk.nullable(),
    to: UserPk.nullable(),
    warning: RemoteSessionWarning,
  }),
  /** A session has ended; `to` is its user, null when that user is gone. */
  remote_session_cut: z.object({ device_pk: DevicePk.nullable(), to: UserPk.nullable(), cut: RemoteSessionCut }),

  /**
   * Changed agent settings: policies of the company, app configurations (null = deleted), configurations of groups, and
   * which configuration is the default. `frames`: policies that gateways and the API enforce themselves.
   */
  settings_changed: z.object({
    version,
    policies: AgentPolicies.optional(),
    frames: FramePolicies.optional(),
    configs: z.array(z.object({ pk: AppConfigPk, config: z.record(z.string(), z.unknown()).nullable() })).default([]),
    groups: z.array(z.tuple([GroupPk, AppConfigPk.nullable()])).default([]),
    base: AppConfigPk.optional(),
  }),
  /** The fleet index was rebuilt; gateways read it again. */
  index_rebuilt: z.object({ version }),

  /** A reason that is newer than this process ends the session all the same. */
  session_ended: z.object({ id: SessionId, reason: SessionEndReason.catch('expired') }),
  user_rights: z.object({ user: UserPk }),
  /** `open`: the company is blocked. */
  licence_gate: z.object({ company: CompanyPk, open: z.boolean() }),
  network_policy: z.object({ company: CompanyPk }),

  /**
   * `[device, last connected, last disconnected]`, in milliseconds since 1970, once they are stored; null = unchanged.
   */
  device_times: z.object({ rows: z.array(DeviceTimes) }),
  /** The stored frame of a device has another format than the one before, or is its first; null: it was deleted. */
  frame_format: z.object({ device: DevicePk, ext: FrameExt.nullable() }),

  /** The complete capture requests of one gateway for a company's devices. */
  capture_requests: z.object({
    gateway: z.string(),
    rows: z.array(CaptureRow),
    /** Those of which some viewer decodes jpg only; null: all, as gateways of the version before ask for. */
    jpg_only: z.array(DevicePk).nullable().default(null),
  }),

  /** A worker asks the gateway that holds a device's socket to deliver a command. */
  command: z.object({
    request: z.string(),
    replyTo: z.string(),
    company: CompanyPk,
    device: DevicePk,
    command: Command,
    /** An agent that cannot check signatures must not get it. */
    signed_only: z.boolean().default(false),
  }),
  /** `answer` is null when the device is not connected or did not answer in time. */
  command_reply: z.object({ request: z.string(), answer: CommandAnswer.nullable() }),
  /** Browsers of another gateway watch the processes of a device whose socket is here. */
  watch_processes: z.object({ company: CompanyPk, device: DevicePk }),
  /** A socket of the same device was opened on another gateway, by this hardware. */
  superseded: z.object({ device: DevicePk, connection: z.string(), hardware: HardwareId.optional() }),
} as const;

export type BusKind = keyof typeof busMessages;
export type BusPayload<K extends BusKind> = z.output<(typeof busMessages)[K]>;
export type BusMessageOf<K extends BusKind> = { [T in K]: { readonly t: T } & BusPayload<T> }[K];
export type BusMessage = BusMessageOf<BusKind>;

/** The kinds of messages on the channel of a company. */
export type CompanyChannelKind = Exclude<
  BusKind,
  | 'system_usage'
  | EventNamesAnnouncedTo<'everyone'>
  | 'session_ended'
  | 'user_rights'
  | 'licence_gate'
  | 'network_policy'
  | 'device_times'
  | 'capture_requests'
  | 'command'
  | 'command_reply'
  | 'watch_processes'
  | 'superseded'
>;
export type CompanyMessage = BusMessageOf<CompanyChannelKind>;

export type AnnouncementMessage = BusMessageOf<Announcements[AnnouncementKind]['event']>;
export const isAnnouncement = (message: BusMessage): message is AnnouncementMessage =>
  Object.hasOwn(announced, message.t);

export const isBusKind = (kind: unknown): kind is BusKind =>
  typeof kind === 'string' && Object.hasOwn(busMessages, kind);
