import * as z from 'zod';
import { Bit } from '../device.ts';
import { endpoint } from '../endpoint.ts';
import { GroupPk, UserPk } from '../ids.ts';
import { ListMeta, pageQuery, searchBy } from '../list-query.ts';
import * as people from '../routes/people.ts';
import { passwordRuleFields } from '../sign-in-fields.ts';

const Column = z.enum(['refresh_interval', 'img_refresh_interval']);

/** The intervals of the signed-in user, in seconds (spec 2 §3, Manager settings). */
export const readOwnRefreshIntervals = endpoint(people.readOwnRefreshIntervals, {
  audits: { none: 'changes nothing' },
  summary: 'Read settings of the signed-in user by column name',
  body: z.object({ table_name: z.string().max(40), column_name: z.array(Column).min(1) }),
  objects: z.object({ refresh_interval: z.int().optional(), img_refresh_interval: z.int().optional() }),
});

/** A user of the company with the rights that the user has (spec 3 §3). `approver_fk` 0: an administrator decides. */
export const ListedUser = z.object({
  pk: UserPk,
  mgrid: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  department: z.string(),
  position: z.string(),
  /** 1 ordinary, 2 admin, 6 sub-manager, 7 partner. */
  member_type_id: z.int(),
  flag_active: Bit,
  /** After too many failed sign-ins. */
  locked: Bit,
  /** 0: cannot sign in before the address is confirmed. */
  email_verified: Bit,
  /** When the user signed in last, ISO 8601; null for never. A server of the version before leaves both out. */
  last_sign_in_at: z.iso.datetime().nullable().optional(),
  /** Until when a user who was invited and has chosen no password yet may do so, ISO 8601; null for all others. */
  invited_until: z.iso.datetime().nullable().optional(),
  /** 1: an authenticator is set up, and asked for. */
  second_factor: Bit.optional(),
  approver_fk: z.int(),
  approver_id: z.string(),
  approver_name: z.string(),
  use_approval: z.int(),
  use_approval_function: z.int(),
  disable_filetransfer: z.int(),
  auth_val: z.int(),
  auth_devicemanagement: z.int(),
  auth_filemanager: z.int(),
  auth_remotecontrol: z.int(),
  auth_remoteview: z.int(),
  auth_restart: z.int(),
  auth_thumbnailview: z.int(),
  auth_update: z.int(),
});
export type ListedUser = z.infer<typeof ListedUser>;

/** What everybody may know of an approver. */
const UserChoice = ListedUser.pick({ pk: true, mgrid: true, name: true });

/** Whom a dialog chooses: users who may get access to a group, users who may decide requests, or ordinary members. */
export const userChoiceContexts = ['group', 'approver', 'members'] as const;
const groupPk = z.coerce.number<number>().pipe(GroupPk).optional();

/**
 * The users of the company; a sub-manager sees the users who ask that sub-manager for access (decision 21). Without
 * `by`, those who are active come first, then sub-managers, then partners, each by ID (decision 23). With `context`,
 * those who may be chosen (decision 115): every user may read approvers, as pk, ID and name, and search and sort them
 * by what everybody may know.
 * @throws Problem `not_allowed`, `not_found` for a group out of sight
 */
export const listUsers = endpoint(people.listUsers, {
  summary: 'List the users of the company with their rights',
  query: pageQuery({ by: ['standing', 'mgrid', 'name', 'email', 'phone'] }).extend({
    ...searchBy(['mgrid', 'name', 'department', 'email', 'phone', 'authority']),
    sort_active: z.enum(['active', 'inactive']).optional(),
    /** 1: without administrators. */
    flag_servant: z.enum(['0', '1']).default('0'),
    context: z.enum(userChoiceContexts).optional(),
    /** Of the context `group`: users who are in it already are left out. */
    group_pk: groupPk,
    groupPk,
  }),
  objects: z.array(ListedUser.or(UserChoice)),
  meta: ListMeta.extend({
    /** Users who are no administrators, active or not, and how many the licences admit (decision 22). */
    seats: z.object({ used: z.int(), limit: z.int() }),
  }),
});

/** A user as every user of the company sees it, for example in dialogs that choose one. */
export const UserSummary = z.object({
  pk: UserPk,
  mgrid: z.string(),
  name: z.string(),
  department: z.string(),
  /** Of spec 1 §3: 1 ordinary, 2 admin, 6 sub-manager. */
  member_type_id: z.int(),
  use_approval_function: z.int(),
});
export type UserSummary = z.infer<typeof UserSummary>;

/** The caller's approver, or the company's administrators when there is none. */
export const readOwnApprover = endpoint(people.readOwnApprover, {
  summary: 'Read the approver of the signed-in user',
  objects: z.array(UserSummary),
});

/** Users of the caller's company: for the list dialog (spec 1 §9, sizes 5, 10, 15, 20; sorted by ID). */
export const searchUsers = endpoint(people.searchUsers, {
  summary: 'Search users of the company by name, ID, department or authority',
  query: pageQuery({ by: ['mgrid', 'name', 'department'] }).extend({
    ...searchBy(['name', 'mgrid', 'department', 'authority']),
    name: z.string().max(200).optional(),
    /** 1: only who may decide requests. */
    approvers: z.enum(['0', '1']).default('0'),
    /** 1: without administrators. */
    flag_servant: z.enum(['0', '1']).default('0'),
  }),
  objects: z.array(UserSummary),
  meta: ListMeta,
});

export const readPasswordLevel = endpoint(people.readPasswordLevel, {
  summary: 'Read the password level of the company',
  objects: z.array(z.object(passwordRuleFields)),
});
