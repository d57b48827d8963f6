import * as z from 'zod';
import { Bit } from '../device.ts';
import { bodyBytesOfDeviceList, endpoint } from '../endpoint.ts';
import { DevicePk, GroupMemberPk, GroupPk, UserPk, pkInPath } from '../ids.ts';
import { MAX_BULK_DEVICES } from '../limits.ts';
import * as people from '../routes/people.ts';

/** Administrators, and sub-managers for their members and the groups that they see themselves (decision 21). */

/** Who may see a group (spec 3 §3, member-to-group link). */
export const GroupMember = z.object({ pk: GroupMemberPk, device_group_fk: GroupPk, member_fk: UserPk });
export type GroupMember = z.infer<typeof GroupMember>;

/** @throws Problem `identical_group`, `moved_device_fail`, `group_limit`, `not_found`, `confirm_required` */
export const addDevicesToGroup = endpoint(people.addDevicesToGroup, {
  audits: ['groupMove'],
  summary: 'Put devices into a group',
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

/**
 * Back to the default group, which is the place of devices without a group (decision 31).
 * @throws Problem `not_found` when the device is not in the named group, `identical_group`
 */
export const removeDeviceFromGroup = endpoint(people.removeDeviceFromGroup, {
  audits: ['groupMove'],
  summary: 'Take a device out of its group',
  query: z.object({ device_pk: pkInPath(DevicePk), old_device_group_fk: pkInPath(GroupPk) }),
  objects: z.array(DevicePk),
});

/** @throws Problem `not_found` when the user does not see the group by a link */
export const readGroupMember = endpoint(people.readGroupMember, {
  summary: 'Find the link of a user to a group',
  query: z.object({ device_group_fk: pkInPath(GroupPk), member_fk: pkInPath(UserPk) }),
  objects: z.array(GroupMember),
});

/**
 * The parents of a group come before it (spec 3 §5); `with_parents` links them as well, and `with_subgroups` those
 * below that the caller sees.
 * @throws Problem `parent_group_required`, `conflict` when the user is linked already, `not_found`
 */
export const addGroupMember = endpoint(people.addGroupMember, {
  audits: ['groupGranted'],
  summary: 'Let a user see a group',
  body: z.object({
    device_group_fk: GroupPk,
    member_fk: UserPk,
    with_parents: Bit.optional(),
    with_subgroups: Bit.optional(),
  }),
  objects: z.array(GroupMember),
});

/**
 * The subgroups go before their parent (spec 3 §5); `with_subgroups=1` unlinks them as well.
 * @throws Problem `subgroup_permission_first`, with their number, `subgroup_out_of_sight`, `not_found`
 */
export const removeGroupMember = endpoint(people.removeGroupMember, {
  audits: ['groupRevoked'],
  summary: 'Take a group out of the sight of a user',
  params: z.object({ pk: pkInPath(GroupMemberPk) }),
  query: z.object({ with_subgroups: z.enum(['0', '1']).default('0') }),
  objects: z.array(GroupMemberPk),
});
