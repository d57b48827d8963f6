import type { Access, Flag, Need } from '../contract/access.ts';
import type { CommandType } from '../contract/names.ts';
import type { RefusalReason } from '../contract/problems.ts';

/** The columns of a user from which the flags derive (spec 1 §3). */
export interface RightsRecord {
  type: string;
  member_type_id: number;
  auth_val: number;
  auth_remotecontrol: number;
  auth_devicemanagement: number;
  auth_filemanager: number;
  auth_remoteview: number;
  auth_update: number;
  auth_thumbnailview: number;
  auth_restart: number;
  use_approval_function: number;
}

export type Flags = Readonly<Record<Flag, boolean>>;

/** The caller of an access check: flags, and the company's licence status. */
export interface Viewer {
  readonly flags: Flags;
  readonly isCorporate: boolean;
}

export interface Refusal {
  readonly reason: RefusalReason;
  /** The name of the missing need. */
  readonly detail: string;
}

const MANAGER = 'Manager';
const SUB_MANAGER_TYPE = 6;
const bit = { deviceMonitor: 1, modifyInformation: 2, useFunction: 4, viewReport: 8 } as const;

/** Rights of a user (spec 1 §6): a Manager has all; monitoring is always on. */
export function flagsOf(user: RightsRecord): Flags {
  const isAdmin = user.type === MANAGER;
  const isApprover = user.use_approval_function === 1;
  const has = (mask: number) => isAdmin || (user.auth_val & mask) !== 0;
  const may = (column: number) => isAdmin || column === 1;
  return {
    isAdmin,
    isApprover: isAdmin || isApprover,
    isSubManager: isApprover && user.member_type_id === SUB_MANAGER_TYPE,
    deviceMonitor: true,
    modifyInformation: has(bit.modifyInformation),
    useFunction: has(bit.useFunction),
    viewReport: has(bit.viewReport),
    CSRemoteControl: may(user.auth_remotecontrol),
    CSDeviceManagement: may(user.auth_devicemanagement),
    CSFileManager: may(user.auth_filemanager),
    CSRemoteView: may(user.auth_remoteview),
    CSUpdate: may(user.auth_update),
    CSThumbnailView: may(user.auth_thumbnailview),
    CSRestart: may(user.auth_restart),
  };
}

const corporateLicences = new Set(['Corporate', 'Free']);

/** Corporate status: the licence is Corporate or Free (spec 1 §4). */
export const isCorporateLicence = (payType: string): boolean => corporateLicences.has(payType);

const roles = new Set<Need>(['isAdmin', 'isApprover', 'isSubManager']);

function meets(viewer: Viewer, need: Need): boolean {
  if (typeof need === 'object') return need.anyOf.some((one) => meets(viewer, one));
  return need === 'isCorporate' ? viewer.isCorporate : viewer.flags[need];
}

function refusalOf(need: Need): Refusal {
  if (typeof need === 'object') return refusalOf(need.anyOf[0] ?? 'isAdmin');
  if (need === 'isCorporate') return { reason: 'licence', detail: need };
  return { reason: roles.has(need) ? 'role' : 'flag', detail: need };
}

/** The first need that the viewer does not meet, or null. The server refuses with it, and the screen shows it. */
export function denialReason(viewer: Viewer, needs: readonly Need[]): Refusal | null {
  const missing = needs.find((need) => !meets(viewer, need));
  return missing === undefined ? null : refusalOf(missing);
}

export const callDenial = (viewer: Viewer, access: Access): Refusal | null =>
  access.kind === 'needs' ? denialReason(viewer, access.needs) : null;

/** The needs of each command (spec 2 §4, §6). */
export const commandNeeds: { readonly [T in CommandType]: readonly Need[] } = {
  reboot: ['useFunction'],
  shutdown: ['useFunction'],
  delete: ['useFunction'],
  wol: ['useFunction', 'isCorporate'],
  agent_restart: ['CSRestart'],
  update: ['CSUpdate'],
  information: [],
  process_list: [],
};

/** Needs by the field of a device that is changed (HTTP contract, `PUT /devices/{pk}`). */
export const deviceFieldNeeds = {
  memo: ['modifyInformation'],
  alias: [{ anyOf: ['isAdmin', 'useFunction'] }],
  app_config_fk: [{ anyOf: ['isAdmin', 'useFunction'] }],
} as const satisfies Record<string, readonly Need[]>;

/** Live pictures need the thumbnail right and a Corporate or Free licence (HTTP contract, liveview). */
export const thumbnailNeeds: readonly Need[] = ['CSThumbnailView', 'isCorporate'];
