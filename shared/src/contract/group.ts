import * as z from 'zod';
import { Bit } from './device.ts';
import { CompanyPk, GroupPk } from './ids.ts';

/**
 * A group of the tree (spec 2 §3). `has_permission` 0 marks an ancestor that is shown only for its visible subgroups.
 */
export const Group = z.object({
  pk: GroupPk,
  name: z.string(),
  group_fk: GroupPk.nullable(),
  root_group_fk: GroupPk.nullable(),
  company_fk: CompanyPk,
  flag_df_group: Bit,
  flag_confirm: Bit,
  has_permission: Bit,
  device_count: z.int(),
  dev_limit: z.int(),
  manager_name: z.string(),
  manager_email: z.string(),
  manager_phone: z.string(),
  update_time: z.iso.datetime(),
});
export type Group = z.infer<typeof Group>;

/** A group without the fields that depend on the viewer, for changes of the tree. */
export const GroupNode = Group.omit({ has_permission: true, device_count: true });
export type GroupNode = z.infer<typeof GroupNode>;
