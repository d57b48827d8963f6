import { z } from 'zod';
import { login } from '../access.ts';
import { PasswordLevel } from '../credentials.ts';
import { endpoint } from '../endpoint.ts';
import { UserPk } from '../ids.ts';
import { ListMeta, listQuery, searchBy } from '../list-query.ts';

const Column = z.enum(['refresh_interval', 'img_refresh_interval']);

/** The intervals of the signed-in user, in seconds (spec 2 §3, Manager settings). */
export const readManagerSettings = endpoint({
  method: 'POST',
  path: '/managers/settings',
  access: login,
  guests: true,
  summary: 'Read settings of the signed-in user by column name',
  body: z.object({ table_name: z.string().max(40), column_name: z.array(Column).min(1) }),
  objects: z.object({ refresh_interval: z.int().optional(), img_refresh_interval: z.int().optional() }),
});

/** A colleague, as the dialogs list them. */
export const PersonRow = z.object({
  pk: UserPk,
  mgrid: z.string(),
  name: z.string(),
  department: z.string(),
  /** Of spec 1 §3: 1 ordinary, 2 admin, 6 sub-manager. */
  member_type_id: z.int(),
  use_approval_function: z.int(),
});
export type PersonRow = z.infer<typeof PersonRow>;

/** The caller's approver, or the company's administrators when there is none. */
export const readApprover = endpoint({
  method: 'GET',
  path: '/approver',
  access: login,
  summary: 'Read the approver of the signed-in user',
  objects: z.array(PersonRow),
});

/** People of the caller's company: for the list dialog (spec 1 §9, sizes 5, 10, 15, 20; sorted by ID). */
export const searchPeople = endpoint({
  method: 'GET',
  path: '/search',
  access: login,
  summary: 'Search users of the company by name, ID, department or authority',
  query: listQuery({ by: ['mgrid', 'name', 'department'] }).extend({
    ...searchBy(['name', 'mgrid', 'department', 'authority']),
    name: z.string().max(200).optional(),
    /** 1: only who may decide requests. */
    approvers: z.enum(['0', '1']).default('0'),
  }),
  objects: z.array(PersonRow),
  meta: ListMeta,
});

export const readPasswordPolicy = endpoint({
  method: 'GET',
  path: '/password_policy',
  access: login,
  summary: 'Read the password level of the company',
  objects: z.array(z.object({ password_level: PasswordLevel })),
});
