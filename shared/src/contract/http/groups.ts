import { z } from 'zod';
import { admin, login } from '../access.ts';
import { AlertCode, AlertThreshold } from '../alert.ts';
import { Bit } from '../device.ts';
import { endpoint } from '../endpoint.ts';
import { Group } from '../group.ts';
import { CompanyPk, GroupPk, pkInPath } from '../ids.ts';
import { ListMeta, listQuery, searchBy } from '../list-query.ts';

/** A group with its own alert thresholds; those it inherits are not repeated. */
export const GroupDetail = Group.extend({ IW: z.array(AlertThreshold) });
export type GroupDetail = z.infer<typeof GroupDetail>;

export const GroupName = z.string().trim().min(1).max(40);
const params = z.object({ pk: pkInPath(GroupPk) });

const DERIVED = 'Ignored: derived from `group_fk`';

/** What may be changed of the group itself. */
export const GroupFields = z
  .strictObject({
    name: GroupName,
    group_fk: GroupPk.nullable(),
    root_group_fk: GroupPk.nullable().describe(DERIVED),
    manager_name: z.string().max(100),
    manager_email: z.union([z.email(), z.literal('')]),
    manager_phone: z.string().max(40),
  })
  .partial();
export type GroupFields = z.infer<typeof GroupFields>;

export const listGroups = endpoint({
  method: 'GET',
  path: '/device-groups',
  access: login,
  summary: 'List the groups that the caller may see, with their ancestors',
  query: listQuery({ by: ['name', 'update_time'] }).extend(searchBy(['name'])),
  objects: z.array(Group),
  meta: ListMeta,
});

export const createGroup = endpoint({
  method: 'POST',
  path: '/device-groups',
  access: admin,
  summary: 'Create a group',
  body: z.object({
    name: GroupName,
    group_fk: GroupPk.nullable(),
    root_group_fk: GroupPk.nullable().optional().describe(DERIVED),
    flag_df_group: Bit.optional().describe('Ignored: a company has one default group, made with it'),
    flag_confirm: Bit.optional(),
    company_fk: CompanyPk.optional().describe('Ignored: the company is that of the session'),
  }),
  objects: z.array(Group),
});

export const readGroup = endpoint({
  method: 'GET',
  path: '/device-groups/:pk',
  access: admin,
  summary: 'Read one group',
  params,
  objects: z.array(GroupDetail),
});

export const updateGroup = endpoint({
  method: 'PUT',
  path: '/device-groups/:pk',
  access: admin,
  summary: 'Rename or move a group, change its contact, or set (`update_key`) or delete (`delete_key`) a threshold',
  params,
  body: z.union([
    z.object({ update_key: z.literal('alert'), ...AlertThreshold.shape }),
    z.object({ delete_key: AlertCode }),
    GroupFields,
  ]),
  objects: z.array(GroupDetail),
});

export const deleteGroup = endpoint({
  method: 'DELETE',
  path: '/device-groups/:pk',
  access: admin,
  summary: 'Delete a group with its subgroups; their devices move to the default group',
  params,
  objects: z.array(GroupPk),
});
