import * as z from 'zod';
import { DeviceRowsByColumn } from '../device-columns.ts';
import { Bit, DeviceDetail, DeviceRow, TagsOfRequest } from '../device.ts';
import { usageFields } from '../device.ts';
import { bodyBytesOfDeviceList, endpoint } from '../endpoint.ts';
import { AppConfigPk, DevicePk, GroupPk, pkInPath, UserPk } from '../ids.ts';
import { MAX_BULK_DEVICES, MAX_READ_REQUEST_DEVICES, MAX_DEVICE_MEMO, MAX_DEVICE_NAME } from '../limits.ts';
import { ListMeta, pageQuery, searchBy } from '../list-query.ts';
import { deviceSortKeys } from '../names.ts';
import { cleanLines, isVisibleText, normalizeText } from '../patterns.ts';
import * as devices from '../routes/devices.ts';
import { FleetSummary } from '../summary.ts';

/** Names of devices look like hosts, so addresses are allowed; characters that hide or reorder text are not. */
const DeviceName = z
  .string()
  .overwrite(normalizeText)
  .max(MAX_DEVICE_NAME)
  .refine((name) => isVisibleText(name, MAX_DEVICE_NAME), 'not a name');

/** True for this sequence number: apply every live event with a higher one. */
const Seq = z.object({ seq: z.number() });

export const groupScopeInQuery = z.union([z.enum(['all', 'favorate']), pkInPath(GroupPk)]);

/** With `format=columns` the same rows column by column: a third of the size, for clients that hold the whole list. */
export const listDevices = endpoint(devices.listDevices, {
  summary: 'List the devices that the caller may see',
  query: pageQuery({ by: deviceSortKeys }).extend({
    ...searchBy(['alias', 'dev_os_id', 'alive', 'tag', 'possible_clone']),
    device_group_pk: groupScopeInQuery.default('all'),
    format: z.enum(['rows', 'columns']).default('rows'),
  }),
  objects: z.array(DeviceRow),
  forms: { columns: DeviceRowsByColumn },
  meta: ListMeta.extend(Seq.shape),
});

/**
 * Every device that the caller may see, in pages by pk. The `seq` of the first page holds for the whole reading: a
 * later page may be newer, and applying an event twice changes nothing (SEQ-3). `next` is the `after` of the next page.
 */
export const readDeviceListSnapshot = endpoint(devices.readDeviceListSnapshot, {
  summary: 'Read all visible devices in pages, to be kept up to date by live events',
  query: z.object({
    after: pkInPath(DevicePk).optional(),
    limit: z.coerce.number().int().min(1).max(2_000).default(1_000),
  }),
  objects: z.array(DeviceRow),
  meta: Seq.extend({ next: DevicePk.nullable() }),
});

export const readFleetSummary = endpoint(devices.readFleetSummary, {
  summary: 'Count devices and tickets',
  objects: z.array(FleetSummary),
  /** What waits for the caller's decision, and the incidents of devices in sight that are not resolved. */
  meta: Seq.extend({ request_ticket: z.int(), request_approval: z.int(), open_incidents: z.int() }),
});

/** `hdd_usage` in hundredths of a percent, as everywhere over HTTP. */
export const DeviceUsage = z.object({ device_fk: DevicePk, alive: Bit, ...usageFields });
export type DeviceUsage = z.infer<typeof DeviceUsage>;

export const listLatestUsage = endpoint(devices.listLatestUsage, {
  summary: 'Read the latest usage and state of every device in a group; polled while the socket is down',
  query: z.object({ device_group_pk: groupScopeInQuery.default('all') }),
  objects: z.array(DeviceUsage),
  meta: Seq,
});

const params = z.object({ pk: pkInPath(DevicePk) });

export const readDevice = endpoint(devices.readDevice, {
  summary: 'Read one device in full',
  params,
  objects: z.array(DeviceDetail),
  meta: Seq,
});

const deviceFields = z
  .object({
    alias: DeviceName,
    app_config_fk: AppConfigPk.nullable(),
    memo: z.string().transform(cleanLines).pipe(z.string().max(MAX_DEVICE_MEMO)),
    disable_filetransfer: Bit,
    security_agreement: Bit,
    latitude: z.number().min(-90).max(90).nullable(),
    longitude: z.number().min(-180).max(180).nullable(),
  })
  .partial();

/**
 * `memo` needs modifyInformation; `alias` and `app_config_fk` need admin or useFunction; the others need admin; checked
 * by field. `latitude` and `longitude` come together: they are shown instead of what the agent reports, until null
 * clears them (decision 126). With `expected` nothing is changed unless these fields still have these values.
 * @throws Problem `conflict`; `field` names the first that has another value
 */
export const updateDevice = endpoint(devices.updateDevice, {
  audits: ['rename', 'memo', 'valueChange'],
  summary:
    'Change the name, configuration, memo or location of a device, forbid the transfer of files, or ask for the pledge',
  params,
  body: deviceFields
    .extend({
      // As it is stored, perhaps since before these characters were removed.
      expected: deviceFields.extend({ memo: z.string().optional() }).optional(),
    })
    .refine((body) => Object.keys(body).some((name) => name !== 'expected'), 'nothing to change')
    .refine(
      ({ latitude, longitude }) =>
        (latitude === undefined) === (longitude === undefined) && (latitude === null) === (longitude === null),
      'half a location',
    ),
  objects: z.array(DeviceRow),
});

/**
 * Replaces the tags of a device. With `expected` nothing is changed unless it has these tags now.
 * @throws Problem `conflict`
 */
export const replaceDeviceTags = endpoint(devices.replaceDeviceTags, {
  audits: ['tags'],
  summary: 'Change the tags of a device',
  params,
  body: z.object({ tags: TagsOfRequest, expected: TagsOfRequest.optional() }),
  objects: z.array(DeviceRow),
});

/**
 * Needs useFunction; a device that waits for approval is rejected by it, which needs the right to approve (decision
 * 90).
 */
export const deleteDevice = endpoint(devices.deleteDevice, {
  audits: ['delete'],
  whileGated: true,
  summary: 'Delete a device, or reject one that is not approved, and sign out its agent',
  params,
  objects: z.array(DevicePk),
});

/** A new approval needs the device to be online (decision 62). */
export const changeDeviceApproval = endpoint(devices.changeDeviceApproval, {
  audits: ['deviceApproval'],
  summary: 'Approve an enrolled device, or withdraw its approval',
  params,
  body: z.object({ approval: Bit }),
  objects: z.array(DeviceRow),
});

const UserName = z.object({ pk: UserPk, mgrid: z.string(), name: z.string() });

/** A dialog names them all before a move is confirmed; the counts are complete beyond that. */
export const MAX_MOVE_PREVIEW_USERS = 200;

/**
 * Who would see devices that they do not see now, and who would not see them any more, if devices, or all devices of a
 * group, were moved. Administrators see every device.
 * @throws Problem `not_found`
 */
export const previewSightChanges = endpoint(devices.previewSightChanges, {
  audits: { none: 'changes nothing' },
  summary: 'Preview who gains and who loses sight of devices by a move',
  bodyLimit: bodyBytesOfDeviceList(MAX_READ_REQUEST_DEVICES),
  body: z.union([
    z.strictObject({
      device_pks: z.array(DevicePk).min(1).max(MAX_READ_REQUEST_DEVICES),
      new_device_group_fk: GroupPk,
    }),
    z.strictObject({ group_pk: GroupPk, new_device_group_fk: GroupPk }),
  ]),
  objects: z.object({
    gain: z.array(UserName).max(MAX_MOVE_PREVIEW_USERS),
    lose: z.array(UserName).max(MAX_MOVE_PREVIEW_USERS),
  }),
  meta: z.object({ gain_count: z.int(), lose_count: z.int() }),
});

/** @throws Problem `confirm_required`; `detail` is the number to confirm */
export const moveDevices = endpoint(devices.moveDevices, {
  audits: ['groupMove'],
  summary: 'Move devices to a group',
  bodyLimit: bodyBytesOfDeviceList(MAX_BULK_DEVICES),
  body: z.object({
    device_pk: DevicePk.or(z.array(DevicePk).min(1).max(MAX_BULK_DEVICES)),
    new_device_group_fk: GroupPk,
    /** Their number, once a person has confirmed it; asked for beyond the company's `bulk_confirm_over`. */
    confirm: z.int().optional(),
    old_device_group_fk: GroupPk.nullable().optional().describe('Ignored: devices are moved from where they are'),
  }),
  objects: z.array(DevicePk),
});
