import * as z from 'zod';
import { Accepted } from '../../accepted.ts';
import { auditCode } from '../../audit-codes.ts';
import { OsId } from '../../device.ts';
import { event } from '../../event.ts';
import { ReportedAction, TransferredFile } from '../../http/remote-sessions.ts';
import { RemoteSessionId } from '../../ids.ts';
import { consentDenials } from '../../remote-desktop/refusals.ts';

const address = z.string().max(60).optional();

/**
 * Why the device has ended a session: the person at it did, or its viewer was gone for a minute, or it was not
 * admitted, of which agents of earlier versions only say `refused`.
 */
const deviceEndReasons = ['person', 'refused', 'lost', ...consentDenials] as const;
export type DeviceEndReason = (typeof deviceEndReasons)[number];

/**
 * What the agent knows of a session (decision 36); `at` in milliseconds since 1970. Acknowledged once it is durable.
 */
export const remoteSessionState = event(
  'remote_state',
  z.object({
    session: RemoteSessionId,
    state: z.enum(['started', 'alive', 'ended']),
    at: z.number().min(0).max(8_640_000_000_000_000),
    viewer_public_ip: address,
    viewer_private_ip: address,
    viewer_os_id: OsId.optional(),
    /** With `ended`, unless the agent itself ends. */
    reason: z.enum(deviceEndReasons).optional(),
  }),
  { ack: Accepted },
);

/**
 * What was done at the device in a session and no server sees: schedules for its power, the remote controller (decision
 * 113), the control of the desktop that another viewer had, the lock of its input, and what the person there has
 * answered who was asked; `at` in milliseconds since 1970. Acknowledged once it is durable.
 */
export const actionReported = event(
  'action_reported',
  ReportedAction.extend({
    act_name_id: ReportedAction.shape.act_name_id.or(
      z.literal([auditCode.handOver, auditCode.inputLock, auditCode.remoteConsent]),
    ),
    session: RemoteSessionId,
    at: z.number().min(0).max(8_640_000_000_000_000),
  }),
  { ack: Accepted },
);

/** A file that a session transferred. Acknowledged once it is durable. */
export const fileTransferred = event('file_transferred', TransferredFile.extend({ session: RemoteSessionId }), {
  ack: Accepted,
});
