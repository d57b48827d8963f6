import { z } from 'zod';
import { admin, login, needs } from '../access.ts';
import { Bit, DeviceDetail, DeviceRow } from '../device.ts';
import { endpoint } from '../endpoint.ts';
import { AppConfigPk, DevicePk, GroupPk, pkInPath } from '../ids.ts';
import { ListMeta, listQuery, searchBy } from '../list-query.ts';
import { deviceSortKeys } from '../names.ts';
import { Summary } from '../summary.ts';
import { usageFields } from '../device.ts';

/** True for this sequence number: apply every live event with a higher one (architecture, flow E). */
const Seq = z.object({ seq: z.number() });

const groupInQuery = z.union([z.enum(['all', 'favorate']), pkInPath(GroupPk)]);

export const listDevices = endpoint({
  method: 'GET',
  path: '/devices',
  access: login,
  summary: 'List the devices that the caller may see',
  query: listQuery({ by: deviceSortKeys }).extend({
    ...searchBy(['alias', 'dev_os_id', 'alive']),
    device_group_pk: groupInQuery.default('all'),
  }),
  objects: z.array(DeviceRow),
  meta: ListMeta.extend(Seq.shape),
});

/**
 * Every device that the caller may see, in pages by pk. The `seq` of the first page holds for the whole reading: a later
 * page may be newer, and applying an event twice changes nothing (SEQ-3). `next` is the `after` of the next page.
 */
export const readSnapshot = endpoint({
  method: 'GET',
  path: '/devices/snapshot',
  access: login,
  summary: 'Read all visible devices in pages, to be kept up to date by live events',
  query: z.object({
    after: pkInPath(DevicePk).optional(),
    limit: z.coerce.number().int().min(1).max(2_000).default(1_000),
  }),
  objects: z.array(DeviceRow),
  meta: Seq.extend({ next: DevicePk.nullable() }),
});

export const readSummary = endpoint({
  method: 'GET',
  path: '/devices/summary',
  access: login,
  summary: 'Count devices and tickets',
  objects: z.array(Summary),
  meta: Seq.extend({ request_ticket: z.int() }),
});

/** `hdd_usage` in hundredths of a percent, as everywhere over HTTP. */
export const DeviceUsage = z.object({ device_fk: DevicePk, alive: Bit, ...usageFields });
export type DeviceUsage = z.infer<typeof DeviceUsage>;

export const readUsage = endpoint({
  method: 'GET',
  path: '/devices/system_usage',
  access: login,
  summary: 'Read the latest usage and state of every device in a group; polled while the socket is down',
  query: z.object({ device_group_pk: groupInQuery.default('all') }),
  objects: z.array(DeviceUsage),
  meta: Seq,
});

const params = z.object({ pk: pkInPath(DevicePk) });

export const readDevice = endpoint({
  method: 'GET',
  path: '/devices/:pk',
  access: login,
  summary: 'Read one device in full',
  params,
  objects: z.array(DeviceDetail),
  meta: Seq,
});

/** `memo` needs modifyInformation; `alias` and `app_config_fk` need admin or useFunction; checked by field. */
export const updateDevice = endpoint({
  method: 'PUT',
  path: '/devices/:pk',
  access: login,
  summary: 'Change the name, configuration or memo of a device',
  params,
  body: z
    .object({
      alias: z.string().trim().min(1).max(64),
      app_config_fk: AppConfigPk.nullable(),
      memo: z.string().max(140),
    })
    .partial()
    .refine((body) => Object.keys(body).length > 0, 'nothing to change'),
  objects: z.array(DeviceRow),
});

export const deleteDevice = endpoint({
  method: 'DELETE',
  path: '/devices/:pk',
  access: needs('useFunction'),
  summary: 'Delete a device and sign out its agent',
  params,
  objects: z.array(DevicePk),
});

export const approveDevice = endpoint({
  method: 'PUT',
  path: '/devices/:pk/approval',
  access: admin,
  summary: 'Approve an enrolled device, or withdraw its approval',
  params,
  body: z.object({ approval: Bit }),
  objects: z.array(DeviceRow),
});

export const moveDevices = endpoint({
  method: 'POST',
  path: '/devices/move',
  access: admin,
  summary: 'Move devices to a group',
  body: z.object({
    device_pk: DevicePk.or(z.array(DevicePk).min(1).max(10_000)),
    new_device_group_fk: GroupPk,
    old_device_group_fk: GroupPk.nullable().optional().describe('Ignored: devices are moved from where they are'),
  }),
  objects: z.array(DevicePk),
});
