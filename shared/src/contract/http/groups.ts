import * as z from 'zod';
import { AlertCode, AlertThreshold, AlertThresholdInput } from '../alert.ts';
import { Bit } from '../device.ts';
import { EmailAddress } from '../email-address.ts';
import { endpoint } from '../endpoint.ts';
import { Group } from '../group.ts';
import { AppConfigPk, CompanyPk, GroupMemberPk, GroupPk, UserPk, pkInPath } from '../ids.ts';
import { MAX_GROUP_DEVICE_LIMIT, MAX_GROUP_NAME } from '../limits.ts';
import { ListMeta, pageQuery, searchBy } from '../list-query.ts';
import { cleanName, isVisibleText } from '../patterns.ts';
import * as people from '../routes/people.ts';
import { ConfigSource } from './app-configs.ts';

/** `email` and `phone` are `manager_email` and `manager_phone` by their other names (decision 111). */
export const GroupWithContactAliases = Group.extend({ email: z.string(), phone: z.string() });
export type GroupWithContactAliases = z.infer<typeof GroupWithContactAliases>;

/** A user who sees a group (spec 3 §3); `link_pk` is the key of `DELETE /conn-users/{pk}`. */
export const GroupUser = z.object({
  pk: UserPk,
  link_pk: GroupMemberPk,
  mgrid: z.string(),
  name: z.string(),
  mail: z.string(),
  userType: z.int(),
});
export type GroupUser = z.infer<typeof GroupUser>;

/** A threshold of another group. */
export const ThresholdOfGroup = AlertThreshold.extend({ group_fk: GroupPk, group_name: z.string() });
export type ThresholdOfGroup = z.infer<typeof ThresholdOfGroup>;

/**
 * A group with its own alert thresholds. `inherited` are those of the nearest ancestor that has one of the code, in
 * effect where the group has none of its own; `overridden_by` are those of subgroups, which apply there instead
 * (decision 13).
 */
export const GroupDetail = GroupWithContactAliases.extend({
  IW: z.array(AlertThreshold),
  inherited: z.array(ThresholdOfGroup),
  overridden_by: z.array(ThresholdOfGroup),
  users: z.array(GroupUser),
  /** The configuration that the group was given; null: it inherits. */
  app_config_fk: AppConfigPk.nullable(),
  /** What applies to its devices that have none of their own: its own, those of the groups above, the default one. */
  configs: z.array(ConfigSource),
});
export type GroupDetail = z.infer<typeof GroupDetail>;

const Email = z.union([EmailAddress, z.literal('')]);
const Phone = z.string().max(40);

export const GroupName = z
  .string()
  .overwrite(cleanName)
  .min(1)
  .max(MAX_GROUP_NAME)
  .refine((name) => isVisibleText(name, MAX_GROUP_NAME), 'not a name');
const params = z.object({ pk: pkInPath(GroupPk) });

const DERIVED = 'Ignored: derived from `group_fk`';

/** What may be changed of the group itself. */
export const EditableGroupFields = z
  .strictObject({
    name: GroupName,
    group_fk: GroupPk.nullable(),
    root_group_fk: GroupPk.nullable().describe(DERIVED),
    /** How many devices may be in the group itself; 0 = any number. Those that are in it stay. */
    dev_limit: z.int().min(0).max(MAX_GROUP_DEVICE_LIMIT),
    /**
     * 1: a device that enrols into the group waits for approval, also with a token that accepts devices (decision 99).
     */
    flag_confirm: Bit,
    manager_name: z.string().overwrite(cleanName).max(100),
    manager_email: Email,
    manager_phone: Phone,
    email: Email.describe('The same as `manager_email`, which outweighs it'),
    phone: Phone.describe('The same as `manager_phone`, which outweighs it'),
    /** For the devices in it and below that have no nearer one; null: they inherit. */
    app_config_fk: AppConfigPk.nullable(),
    /** The number of devices that get another configuration; asked for beyond the company's `bulk_confirm_over`. */
    confirm: z.int(),
  })
  .partial();
export type EditableGroupFields = z.infer<typeof EditableGroupFields>;

export const listGroups = endpoint(people.listGroups, {
  summary: 'List the groups that the caller may see, with their ancestors',
  query: pageQuery({ by: ['name', 'update_time'] }).extend(searchBy(['name'])),
  objects: z.array(GroupWithContactAliases),
  meta: ListMeta,
});

export const createGroup = endpoint(people.createGroup, {
  audits: ['groupCreated'],
  summary: 'Create a group',
  body: z.object({
    name: GroupName,
    group_fk: GroupPk.nullable(),
    root_group_fk: GroupPk.nullable().optional().describe(DERIVED),
    flag_df_group: Bit.optional().describe('Ignored: a company has one default group, made with it'),
    flag_confirm: Bit.optional(),
    company_fk: CompanyPk.optional().describe('Ignored: the company is that of the session'),
  }),
  objects: z.array(GroupWithContactAliases),
});

export const readGroup = endpoint(people.readGroup, {
  summary: 'Read one group',
  params,
  objects: z.array(GroupDetail),
});

export const updateGroup = endpoint(people.updateGroup, {
  audits: ['groupChanged', 'alertThreshold', 'configuration'],
  summary:
    'Rename or move a group, change its limit, approval, contact or configuration, or set (`update_key`) or delete (`delete_key`) a threshold',
  params,
  body: z.union([
    z.object({ update_key: z.literal('alert'), ...AlertThresholdInput.shape }),
    z.object({ delete_key: AlertCode }),
    EditableGroupFields,
  ]),
  objects: z.array(GroupDetail),
});

export const deleteGroup = endpoint(people.deleteGroup, {
  audits: ['groupDeleted', 'groupMove'],
  summary: 'Delete a group with its subgroups; their devices move to the default group',
  params,
  query: z.object({
    /**
     * The number of these devices, once a person has confirmed it; asked for beyond the company's `bulk_confirm_over`.
     */
    confirm: z.coerce.number<string>().int().optional(),
  }),
  objects: z.array(GroupPk),
});
