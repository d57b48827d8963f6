import { z } from 'zod';
import { login } from '../access.ts';
import { MacAddress } from '../command.ts';
import { commandTypes } from '../names.ts';
import { CommandState, CommandType } from '../command.ts';
import { endpoint } from '../endpoint.ts';
import { CommandId, DevicePk, Guid, UserPk, pkInPath } from '../ids.ts';
import { HistoryMeta, cursorBy, dateRange, listQuery, searchBy } from '../list-query.ts';

/** One row of the ledger. Times are ISO 8601 UTC; `message` is a problem code or a text of the agent. */
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
  finished_at: z.iso.datetime().nullable(),
});
export type CommandRow = z.infer<typeof CommandRow>;

/** A device that could wake a sleeping neighbour. */
export const WakeCandidate = z.object({ pk: DevicePk, alias: z.string(), s_pri_ip: z.string().nullable() });
export type WakeCandidate = z.infer<typeof WakeCandidate>;

const IssuedCommand = z.object({ id: CommandId, state: CommandState });
const WakeList = z.object({ mac_addr: z.string().nullable(), objects: z.array(WakeCandidate) });

/**
 * The needs of the command types are in spec 2 §6 (domain/permissions.ts, `commandNeeds`). `wol_list` returns the possible
 * senders instead of a command. For `wol`, `guid` names the sleeping device, `data` its MAC address and `device_id`
 * the sender; without a sender the server picks one on the same network.
 */
export const issueCommand = endpoint({
  method: 'PUT',
  path: '/remoteControl/:guid',
  access: login,
  guests: true,
  summary: 'Issue a command to one device',
  params: z.object({ guid: Guid }),
  body: z.object({
    type: z.enum([...commandTypes, 'wol_list']),
    device_pk: DevicePk.optional(),
    member_pk: UserPk.optional(),
    act_name_id: z.int().optional(),
    act_type_id: z.int().optional(),
    old_value: z.string().max(200).optional(),
    new_value: z.string().max(200).optional(),
    data: MacAddress.optional(),
    device_id: DevicePk.optional(),
    /** Chosen by the caller so that a repeated request is the same command. */
    id: CommandId.optional(),
  }),
  objects: z.union([IssuedCommand, WakeList]),
});

/** `refused` are the devices of the list that got no command, and why (a problem code). */
export const issueBulk = endpoint({
  method: 'POST',
  path: '/remoteControl/bulk',
  access: login,
  guests: true,
  summary: 'Issue the same command to many devices, one command per device',
  body: z.object({
    device_pks: z.array(DevicePk).min(1).max(10_000),
    type: CommandType.exclude(['wol']),
    /** The number of devices, once a person has confirmed it; asked for beyond the company's bulk limit. */
    confirm: z.int().optional(),
    bulk_id: z.uuid().optional(),
  }),
  objects: z.object({
    bulk_id: z.uuid(),
    commands: z.array(IssuedCommand.extend({ device_pk: DevicePk })),
    refused: z.array(z.object({ device_pk: DevicePk, code: z.string() })),
  }),
});

export const listCommands = endpoint({
  method: 'GET',
  path: '/remoteControl/commands',
  access: login,
  summary: 'List the ledger of commands, newest first',
  query: listQuery({ by: ['created_at'], order: 'desc' }).extend({
    ...searchBy(['type', 'state']),
    ...dateRange,
    ...cursorBy(CommandId),
    device_pk: pkInPath(DevicePk).optional(),
    bulk_id: z.uuid().optional(),
    open: z.enum(['1']).optional(),
  }),
  objects: z.array(CommandRow),
  meta: HistoryMeta,
});
