import * as z from 'zod';
import { TagsOfRequest } from '../device.ts';
import { bodyBytesOfDeviceList, endpoint, type BodyOf } from '../endpoint.ts';
import { AppConfigPk, BulkId, DevicePk, GroupPk } from '../ids.ts';
import { MAX_BULK_DEVICES, MAX_READ_REQUEST_DEVICES } from '../limits.ts';
import { ListMeta, pageQuery } from '../list-query.ts';
import type { ProblemCode } from '../problems.ts';
import * as devices from '../routes/devices.ts';

const common = {
  device_pks: z.array(DevicePk).min(1).max(MAX_BULK_DEVICES),
  /** The number of devices, once a person has confirmed it; asked for beyond the company's `bulk_confirm_over`. */
  confirm: z.int().optional(),
  /**
   * Chosen by the caller, who is told of the progress of a large change by `bulk_progress` with it, and finds its job
   * by it.
   */
  bulk_id: BulkId.optional(),
};

/**
 * The same change of many devices, with an outcome for each. An action needs what the single call needs; a right that
 * is missing for every device refuses the call, as does a move of more devices than the group takes. Devices that are
 * in the requested state already are `done`. `tag` removes tags and then adds others; a device that would get more than
 * 20 is refused. While its licence blocks the company, devices can only be deleted.
 *
 * It is a job that goes on if the server that works on it ends, with the rights that the user has then. The answer
 * comes when it is finished. The same `bulk_id` with the same change is the same job, which is continued or answered
 * again.
 * @throws Problem `confirm_required`; `detail` is the number to confirm
 * @throws Problem `conflict` if the `bulk_id` is that of another change
 */
export const runBulkDeviceAction = endpoint(devices.runBulkDeviceAction, {
  audits: ['delete', 'groupMove', 'valueChange', 'configuration', 'tags', 'deviceApproval', 'rename', 'memo'],
  whileGated: true,
  summary: 'Delete, approve, move, configure or tag many devices',
  bodyLimit: bodyBytesOfDeviceList(MAX_BULK_DEVICES),
  body: z.discriminatedUnion('action', [
    z.object({ action: z.literal('delete'), ...common }),
    z.object({ action: z.literal('approve'), ...common }),
    z.object({ action: z.literal('move'), ...common, new_device_group_fk: GroupPk }),
    z.object({ action: z.literal('config'), ...common, app_config_fk: AppConfigPk.nullable() }),
    z
      .object({
        action: z.literal('tag'),
        ...common,
        add: TagsOfRequest.default([]),
        remove: TagsOfRequest.default([]),
      })
      .refine(({ add, remove }) => add.length + remove.length > 0, 'nothing to change'),
  ]),
  objects: z.object({
    done: z.array(DevicePk),
    /** `code` is a problem code. */
    refused: z.array(z.object({ device_pk: DevicePk, code: z.string() })),
  }),
});

/** What is done to each of the devices. A deletion by command is in the ledger of commands as well. */
export type BulkDeviceChange =
  | WithoutCommon<BodyOf<typeof runBulkDeviceAction>>
  | { action: 'delete'; by_command: true };
type WithoutCommon<Body> = Body extends unknown ? Omit<Body, keyof typeof common> : never;

/** What became of a device. */
export type BulkOutcome = 'done' | ProblemCode;

export const BulkJob = z.object({
  id: BulkId,
  action: z.enum(['delete', 'approve', 'move', 'config', 'tag']),
  total: z.int(),
  /** The devices that were changed so far, and those that were left out; the others are open. */
  done: z.int(),
  refused: z.int(),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
});
export type BulkJob = z.infer<typeof BulkJob>;

export const listBulkJobs = endpoint(devices.listBulkJobs, {
  summary: 'List the bulk changes that the user has asked for within a day, newest first',
  objects: z.array(BulkJob),
});

export const BulkJobRow = z.object({
  device_pk: DevicePk,
  /** As it was when the job began; null if the user does not see the device, now or then. */
  alias: z.string().nullable(),
  /** `done` or a problem code; null while it is open. */
  outcome: z.string().nullable(),
});
export type BulkJobRow = z.infer<typeof BulkJobRow>;

/** The devices are in the order of the request. Kept for 30 days. */
export const readBulkJob = endpoint(devices.readBulkJob, {
  summary: 'Read the outcome of a bulk change of the user for each device',
  params: z.object({ id: BulkId }),
  query: pageQuery({ by: ['n'] })
    .omit({ by: true, order: true })
    .extend({ outcome: z.enum(['open', 'done', 'refused']).optional() }),
  objects: z.array(BulkJobRow),
  meta: ListMeta.extend({ job: BulkJob }),
});

/** Which of some devices a remote session is running with now. */
export const listDevicesInUse = endpoint(devices.listDevicesInUse, {
  audits: { none: 'changes nothing' },
  summary: 'List the devices that are in use by a remote session',
  bodyLimit: bodyBytesOfDeviceList(MAX_READ_REQUEST_DEVICES),
  body: z.object({ device_pks: z.array(DevicePk).min(1).max(MAX_READ_REQUEST_DEVICES) }),
  objects: z.array(DevicePk),
});
