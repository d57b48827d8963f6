import * as z from 'zod';
import { PublicKey } from '../command-signature.ts';
import { Bit, OsId } from '../device.ts';
import { endpoint } from '../endpoint.ts';
import { DevicePk, RemoteSessionId, UserPk } from '../ids.ts';
import { remoteSessionEndReasons, remoteSessionTypes } from '../names.ts';
import { DesktopAccess } from '../remote-desktop/grant.ts';
import * as commands from '../routes/commands.ts';

export const RemoteSessionType = z.enum(remoteSessionTypes);
export const RemoteSessionEndReason = z.enum(remoteSessionEndReasons);

/** A report with as many files and actions as it may have. */
const MAX_VIEWER_REPORT_BYTES = 131_072;

/** One file of a session, as its viewer or its agent reports it; `size` in bytes (spec 2 §3, "File history row"). */
export const TransferredFile = z.object({
  name: z.string().min(1).max(255),
  size: z.int().min(0),
  /** 1: from the user to the device; any other number: from the device to the user (spec 2 §2). */
  action_type: z.int().min(0).max(9),
  start_time: z.iso.datetime(),
  end_time: z.iso.datetime(),
});
export type TransferredFile = z.infer<typeof TransferredFile>;

/**
 * What a viewer or an agent did that no server sees: schedules for the power of the device, the remote controller (spec
 * 3 §4).
 */
export const ReportedAction = z.object({
  act_name_id: z.int().min(31).max(35),
  old_value: z.string().max(200).nullable().default(null),
  new_value: z.string().max(200).nullable().default(null),
});
export type ReportedAction = z.infer<typeof ReportedAction>;

/**
 * The company's policies for sessions, by which the viewer goes (decision 42): 0 forbids, for power saving 0 keeps the
 * device awake.
 */
export const RemoteSessionPolicies = z.object({
  file_transfer: Bit,
  /** Screenshots and recordings of the session. */
  capture: Bit,
  display_power_save: Bit,
  system_power_save: Bit,
});
export type RemoteSessionPolicies = z.infer<typeof RemoteSessionPolicies>;

/**
 * What starts a viewer. The first eleven fields are those of the specification (spec 2 §3); without a relay its
 * addresses are null. `launch` is the address that opens the external viewer (decision 64).
 */
export const RemoteSessionLaunch = z.object({
  kms_addr: z.string().nullable(),
  kms_port: z.int().nullable(),
  rc_auth: Bit,
  ft_auth: Bit,
  input_lock: Bit,
  admin_auth: Bit,
  user_name: z.string(),
  n2nserver: z.string().nullable(),
  n2nport: z.int().nullable(),
  csharp_api_addr: z.string().nullable(),
  csharp_api_port: z.int().nullable(),
  device_name: z.string(),
  id: RemoteSessionId,
  /** Opens the session once, until `expires_at`. */
  secret: z.string(),
  expires_at: z.iso.datetime(),
  /** The end of the approved window; null when none binds the user. */
  ends_at: z.iso.datetime().nullable(),
  launch: z.string(),
  policies: RemoteSessionPolicies,
  /**
   * 0: the device has not said whether it meets the demands of the policies, and was let through without (decision 42).
   */
  verified: Bit,
});
export type RemoteSessionLaunch = z.infer<typeof RemoteSessionLaunch>;

const wanted = {
  type: RemoteSessionType,
  /** The user accepted the security pledge, where one is required. */
  pledge: z.literal('1').optional(),
};

/**
 * Creates a session (decision 87); the rights depend on the type.
 * @throws Problem `not_allowed` with the reason `policy` and the demand that the device does not meet as detail:
 *   `min_os`, `vaccine`
 */
export const createRemoteSessionByGet = endpoint(commands.createRemoteSessionByGet, {
  audits: ['remoteControl', 'fileManager', 'pledge'],
  summary: 'Create a remote session to a device: remote control (rc), remote view (rv) or file transfer (ft)',
  query: z.object({ ...wanted, device_pk: z.coerce.number<number>().pipe(DevicePk) }),
  objects: RemoteSessionLaunch,
});

export const createRemoteSession = endpoint(commands.createRemoteSession, {
  audits: ['remoteControl', 'fileManager', 'pledge'],
  summary: 'The same as GET, with a body',
  body: z.object({ ...wanted, device_pk: DevicePk }),
  objects: RemoteSessionLaunch,
});

export const readViewerVersions = endpoint(commands.readViewerVersions, {
  summary: 'The oldest viewer that is accepted and the newest one, and where the viewer and the mobile app are found',
  objects: z.object({
    min_viewer: z.string(),
    latest: z.string(),
    viewer_url: z.url().nullable(),
    /** Of the mobile app for the phone that asks. */
    store_url: z.url().nullable(),
  }),
});

/**
 * Reports of the viewer. `started` takes the secret and answers with a key; `alive` (every 20 s) and `ended` carry it
 * in `Authorization: Session <key>`. `cut` says why the session has ended.
 */
export const reportRemoteSession = endpoint(commands.reportRemoteSession, {
  audits: [
    'scheduleOnAdded',
    'scheduleOffAdded',
    'scheduleOnRemoved',
    'scheduleOffRemoved',
    'remoteController',
    'remoteControl',
    'fileManager',
    'remoteOpened',
    'remoteEnded',
  ],
  summary: 'Report the start, the life and the end of a remote session, its files and actions',
  params: z.object({ id: RemoteSessionId }),
  bodyLimit: MAX_VIEWER_REPORT_BYTES,
  body: z.object({
    state: z.enum(['started', 'alive', 'ended']),
    secret: z.string().max(200).optional(),
    viewer_os_id: OsId.optional(),
    /**
     * With `started`: a viewer older than `min_viewer` is refused, and its session ended. One that does not say is not
     * asked.
     */
    viewer_version: z
      .string()
      .regex(/^\d{1,9}(\.\d{1,9}){0,3}$/u)
      .optional(),
    /**
     * Raw X25519 public key that a browser has made for one connection, with `started` or `alive` of a session of
     * remote control: the answer has the access to the desktop, and the agent is told (RELAY-4).
     */
    viewer_key: PublicKey.optional(),
    files: z.array(TransferredFile).max(100).default([]),
    /** With the key, until the session has ended: recorded as actions of its user (decision 113). */
    actions: z.array(ReportedAction).max(20).default([]),
  }),
  objects: z.object({
    ends_at: z.iso.datetime().nullable(),
    /** Until then, from this answer: the clock of the viewer may show another time. */
    left_ms: z.int().min(0).nullable(),
    key: z.string().optional(),
    /** As they are now: a change reaches the viewer with its next life sign. */
    policies: RemoteSessionPolicies,
    desktop: DesktopAccess.optional(),
    cut: RemoteSessionEndReason.optional(),
  }),
});

/** A session that a viewer has open. */
export const RunningRemoteSession = z.object({
  id: RemoteSessionId,
  type: RemoteSessionType,
  device_pk: DevicePk,
  user_pk: UserPk.nullable(),
  user_name: z.string(),
  start_time: z.iso.datetime(),
  /** The end of the approved window; null when none binds the user. */
  ends_at: z.iso.datetime().nullable(),
});
export type RunningRemoteSession = z.infer<typeof RunningRemoteSession>;

/** Of the devices in sight; browsers read them again at `remote_sessions_changed`. */
export const listRunningRemoteSessions = endpoint(commands.listRunningRemoteSessions, {
  summary: 'List the remote sessions that run with the devices of the caller',
  objects: z.array(RunningRemoteSession),
});

/** @throws Problem `not_found` for a session that does not run, or belongs to another company */
export const endRemoteSession = endpoint(commands.endRemoteSession, {
  audits: ['remoteEnded'],
  summary: 'End a remote session of the company',
  params: z.object({ id: RemoteSessionId }),
  objects: z.array(z.never()),
});
