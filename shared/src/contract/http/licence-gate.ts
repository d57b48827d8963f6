import * as z from 'zod';
import { Bit } from '../device.ts';
import { endpoint } from '../endpoint.ts';
import { DevicePk } from '../ids.ts';
import { ListMeta } from '../list-query.ts';
import * as accounts from '../routes/accounts.ts';

/** More would not help a reader; `total_count` says how many there are. */
export const MAX_LISTED_DEVICES_OVER_LICENCE = 1_000;

/** A device beyond the volume of the company's licences, as far as a person needs to decide whether to delete it. */
export const DeviceOverLicence = z.object({
  pk: DevicePk,
  alias: z.string(),
  device_group_name: z.string(),
  dev_os_id: z.int(),
  alive: Bit,
  enrolled_at: z.iso.datetime(),
  last_conn: z.iso.datetime().nullable(),
});
export type DeviceOverLicence = z.infer<typeof DeviceOverLicence>;

/** The devices that were enrolled last and are beyond the licensed volume (decision 70), the newest first. */
export const listDevicesOverLicence = endpoint(accounts.listDevicesOverLicence, {
  whileGated: true,
  summary: 'List the devices beyond the licensed volume',
  objects: z.array(DeviceOverLicence).max(MAX_LISTED_DEVICES_OVER_LICENCE),
  meta: ListMeta,
});
