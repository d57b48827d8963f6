import * as z from 'zod';
import { CommandState, CommandType } from '../command.ts';
import { bodyBytesOfDeviceList, endpoint } from '../endpoint.ts';
import { CommandId, DevicePk, DeviceGuid, UserPk, pkInPath } from '../ids.ts';
import { MAX_BULK_DEVICES } from '../limits.ts';
import { HistoryMeta, cursorParams, dateRangeParams, pageQuery, searchBy } from '../list-query.ts';
import { MacAddress } from '../mac-address.ts';
import { connectionMedia } from '../names.ts';
import * as commands from '../routes/commands.ts';

/** A sender of a wake, with the state of its order. */
const WakeSender = z.object({
  id: CommandId,
  device_pk: DevicePk,
  device_alias: z.string(),
  state: CommandState,
  message: z.string().nullable(),
});

/**
 * One row of the ledger. Times are ISO 8601 UTC; `message` is a problem code, `EFFECT_PENDING_MESSAGE`, or a text of
 * the agent. Where servers observe the effect, `result.observed` says what was seen and when.
 */
export const CommandRow = z.object({
  id: CommandId,
  device_pk: DevicePk,
  device_alias: z.string(),
  type: CommandType,
  state: CommandState,
  percent: z.number().nullable(),
  message: z.string().nullable(),
  result: z.unknown(),
  issued_by: UserPk.nullable(),
  issuer_name: z.string(),
  bulk_id: z.uuid().nullable(),
  created_at: z.iso.datetime(),
  deadline: z.iso.datetime(),
  /** Null for one that was to run at once. */
  schedule_time: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  /** Of the order to send a wake-up packet: the wake. Null for all other commands. */
  parent_id: CommandId.nullable(),
  /** The device that the packet is for; null if the viewer does not see it, and for all other commands. */
  wakes: z.object({ device_pk: DevicePk, device_alias: z.string() }).nullable(),
  /** Of a wake: the senders that the viewer sees, in the order in which they were chosen. */
  senders: z.array(WakeSender),
});
export type CommandRow = z.infer<typeof CommandRow>;

/** A device that could wake a sleeping neighbour. */
export const WakeSenderCandidate = z.object({
  pk: DevicePk,
  alias: z.string(),
  s_pri_ip: z.string().nullable(),
  link: z.enum(connectionMedia).nullable(),
  /** When a packet of it was last followed by the start of a device; null if never within 90 days. */
  last_proven_at: z.iso.datetime().nullable(),
});
export type WakeSenderCandidate = z.infer<typeof WakeSenderCandidate>;

/** What is asked by `PUT /remoteControl/{guid}`; applications are installed by calls of their own. */
export const RequestableCommandType = CommandType.exclude(['application_install', 'application_uninstall']);

const IssuedCommand = z.object({
  id: CommandId,
  state: CommandState,
  /** Of a wake: the devices that send the packet. */
  senders: z.array(DevicePk).optional(),
});
/** `reason` is a problem code, null if the device can be woken. */
const WakeList = z.object({
  mac_addr: z.string().nullable(),
  objects: z.array(WakeSenderCandidate),
  reason: z.string().nullable(),
  last_proven_at: z.iso.datetime().nullable(),
});

/**
 * The needs of the command types are in spec 2 §6 (domain/device-actions.ts). `wol_list` returns the possible senders
 * instead of a command, the best first. For `wol`, `guid` names the sleeping device, `data` its MAC address – no other
 * one is taken (`mac_unknown`) – and `device_id` the sender; without a sender the first three on the same network send.
 * `delete` deletes the device as `DELETE /devices/{pk}` does, also one that is offline: its agent learns it when it
 * connects.
 * @throws Problem `licence_gate` for all but deletions by administrators while its licence blocks the company
 */
export const issueCommand = endpoint(commands.issueCommand, {
  audits: ['reboot', 'shutdown', 'agentUpdate', 'delete', 'processEnd'],
  whileGated: true,
  summary: 'Issue a command to one device',
  params: z.object({ guid: DeviceGuid }),
  body: z.object({
    type: z.enum([...RequestableCommandType.options, 'wol_list']),
    device_pk: DevicePk.optional(),
    member_pk: UserPk.optional(),
    act_name_id: z.int().optional(),
    act_type_id: z.int().optional(),
    old_value: z.string().max(200).optional(),
    new_value: z.string().max(200).optional(),
    data: MacAddress.optional(),
    device_id: DevicePk.optional(),
    /** The process of `process_end`, as the process list names it. */
    pid: z.int().positive().optional(),
    process_name: z.string().max(300).optional(),
    /** Chosen by the caller so that a repeated request is the same command. */
    id: CommandId.optional(),
  }),
  objects: z.union([IssuedCommand, WakeList]),
});

/**
 * `refused` are the devices of the list that got no command, and why (a problem code). For `wol` the list names the
 * sleeping devices; the server picks the senders of each. `delete` deletes the devices as `POST /devices/bulk` does,
 * and is `done` with the answer. With `schedule_time`, administrators let devices restart or shut down at that time:
 * what the requester may do then decides, and a device that is offline then is left as it is.
 * @throws Problem `schedule_invalid` for a time that is over or more than 30 days ahead, `licence_gate` for all but
 *   deletions by administrators while its licence blocks the company
 */
export const issueBulkCommand = endpoint(commands.issueBulkCommand, {
  audits: ['reboot', 'shutdown', 'agentUpdate', 'delete', 'processEnd'],
  whileGated: true,
  summary: 'Issue the same command to many devices, one command per device',
  bodyLimit: bodyBytesOfDeviceList(MAX_BULK_DEVICES),
  body: z.object({
    device_pks: z.array(DevicePk).min(1).max(MAX_BULK_DEVICES),
    type: RequestableCommandType.exclude(['process_end']),
    /** The number of devices, once a person has confirmed it; asked for beyond the company's bulk limit. */
    confirm: z.int().optional(),
    bulk_id: z.uuid().optional(),
    /** Of `reboot` and `shutdown`; at once without it. */
    schedule_time: z.iso.datetime().optional(),
  }),
  objects: z.object({
    bulk_id: z.uuid(),
    commands: z.array(IssuedCommand.extend({ device_pk: DevicePk })),
    refused: z.array(z.object({ device_pk: DevicePk, code: z.string() })),
  }),
});

export const listCommands = endpoint(commands.listCommands, {
  summary: 'List the ledger of commands, newest first',
  query: pageQuery({ by: ['created_at'], order: 'desc' }).extend({
    ...searchBy(['type', 'state']),
    ...dateRangeParams,
    ...cursorParams(CommandId),
    device_pk: pkInPath(DevicePk).optional(),
    /** Of commands that were issued together, or the id of one that was issued alone. */
    bulk_id: z.uuid().optional(),
    /** What users have asked for and has not ended, without the orders to the senders of wakes. */
    open: z.enum(['1']).optional(),
  }),
  objects: z.array(CommandRow),
  meta: HistoryMeta,
});

/** @throws Problem `not_found`, `conflict` for one that was not scheduled, or was sent already */
export const cancelScheduledCommand = endpoint(commands.cancelScheduledCommand, {
  audits: ['reboot', 'shutdown'],
  summary: 'Cancel a scheduled restart or shutdown',
  params: z.object({ id: CommandId }),
  objects: z.array(CommandId),
});
