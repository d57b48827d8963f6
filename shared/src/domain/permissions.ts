import type { EndpointAccess, PermissionFlag, Need } from '../contract/access.ts';
import type { DenialReason } from '../contract/problems.ts';
import { ADMINISTRATOR_TYPE, memberTypes } from './member-types.ts';

/** The columns of a user from which the flags derive (spec 1 §3). */
export interface RightsColumns {
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
  /** 1: no file transfer, with any other rights (spec 3 §3, decision 28). */
  disable_filetransfer: number;
}

export type Flags = Readonly<Record<PermissionFlag, boolean>>;

/** The caller of an access check: flags, and the company's licence status. */
export interface Viewer {
  readonly flags: Flags;
  readonly isCorporate: boolean;
  /** A session by invitation or of a ticket, which has a user's flags but makes nothing lasting. */
  readonly isGuest: boolean;
  /** The temporary account of a ticket, which may do only what an endpoint opens to it (decision 38). */
  readonly isTemporary?: boolean;
  /** A wall screen, which may call only what an endpoint opens to it (decision 71). */
  readonly isWallScreen?: boolean;
  /** Whether the user's own access to a device needs an approved window (decision 35). */
  readonly usesApproval: boolean;
  /** File transfer is off for the company, or for this user. */
  readonly forbidsFiles?: boolean;
  /**
   * The installation does not offer a viewer for files. The server, which does not know what users have installed,
   * refuses nothing for it.
   */
  readonly lacksFileViewer?: boolean;
  /** The company shows no screens of its devices. */
  readonly hidesScreens?: boolean;
}

/** Whether an approved window binds the user: `use_approval` of a user who is no administrator (decision 35). */
export const needsApprovedWindow = (useApproval: number, { isAdmin }: Pick<Flags, 'isAdmin'>): boolean =>
  useApproval === 1 && !isAdmin;

/** What the flags and the licence decide. */
type Rights = Pick<Viewer, 'flags' | 'isCorporate'>;

export interface Denial {
  readonly reason: DenialReason;
  /** The name of the missing need, or `guest`, `temporary` or `screen`. */
  readonly detail: string;
}

const bit = { deviceMonitor: 1, modifyInformation: 2, useFunction: 4, viewReport: 8 } as const;

/** Rights of a user (spec 1 §6): a Manager has all; monitoring is always on. */
export function flagsOf(user: RightsColumns): Flags {
  const isAdmin = user.type === ADMINISTRATOR_TYPE;
  const isApprover = user.use_approval_function === 1;
  const has = (mask: number) => isAdmin || (user.auth_val & mask) !== 0;
  const may = (column: number) => isAdmin || column === 1;
  return {
    isAdmin,
    isApprover: isAdmin || isApprover,
    isSubManager: isApprover && user.member_type_id === memberTypes.subManager,
    deviceMonitor: true,
    modifyInformation: has(bit.modifyInformation),
    useFunction: has(bit.useFunction),
    viewReport: has(bit.viewReport),
    CSRemoteControl: may(user.auth_remotecontrol),
    CSDeviceManagement: may(user.auth_devicemanagement),
    CSFileManager: user.disable_filetransfer !== 1 && may(user.auth_filemanager),
    CSRemoteView: may(user.auth_remoteview),
    CSUpdate: may(user.auth_update),
    CSThumbnailView: may(user.auth_thumbnailview),
    CSRestart: may(user.auth_restart),
  };
}

const roles = new Set<Need>(['isAdmin', 'isApprover', 'isSubManager']);

function meets(viewer: Rights, need: Need): boolean {
  if (typeof need === 'object') return need.anyOf.some((one) => meets(viewer, one));
  return need === 'isCorporate' ? viewer.isCorporate : viewer.flags[need];
}

function denialOfNeed(need: Need): Denial {
  if (typeof need === 'object') {
    // Names the permission, not the role: a user can be granted a permission, so that "only administrators" would be
    // untrue.
    const denials = need.anyOf.map(denialOfNeed);
    return denials.find(({ reason }) => reason !== 'role') ?? denials[0] ?? denialOfNeed('isAdmin');
  }
  if (need === 'isCorporate') return { reason: 'licence', detail: need };
  return { reason: roles.has(need) ? 'role' : 'flag', detail: need };
}

/** The first need that the viewer does not meet, or null. The server refuses with it, and the screen shows it. */
export function denialReason(viewer: Rights, needs: readonly Need[]): Denial | null {
  const missing = needs.find((need) => !meets(viewer, need));
  return missing === undefined ? null : denialOfNeed(missing);
}

/** Why the viewer lacks what an access needs, or null. */
export const accessDenial = (viewer: Rights, access: EndpointAccess): Denial | null =>
  access.kind === 'needs' ? denialReason(viewer, access.needs) : null;

/**
 * Whether a caller who is refused is not told of what it is: the access is hidden from companies without the licence.
 */
export const isHiddenByDenial = (access: EndpointAccess, { reason }: Denial): boolean =>
  access.kind === 'needs' && access.hiddenWithoutLicence === true && reason === 'licence';

/** The declaration of a call, as far as it decides who may make it. */
interface DeclaredCall {
  readonly access: EndpointAccess;
  readonly guests: boolean;
  readonly temporary?: boolean | undefined;
  readonly wallScreens?: boolean | undefined;
}

/** Guests are refused what the endpoint does not open to them; the screen disables the controls that would call it. */
export const guestSessionDenial = (
  { isGuest, isTemporary }: Pick<Viewer, 'isGuest' | 'isTemporary'>,
  { guests }: Pick<DeclaredCall, 'guests'>,
) =>
  isGuest && !guests
    ? ({ reason: 'role', detail: isTemporary ? 'temporary' : 'guest' } as const satisfies Denial)
    : null;

/**
 * The temporary account of a ticket is refused every call that is not opened to it; without this check it could do what
 * every user may do.
 */
const temporaryDenial = ({ isTemporary }: Viewer, { temporary }: DeclaredCall): Denial | null =>
  isTemporary && !temporary ? { reason: 'role', detail: 'temporary' } : null;

const wallScreenDenial = ({ isWallScreen }: Viewer, { wallScreens }: DeclaredCall): Denial | null =>
  isWallScreen && !wallScreens ? { reason: 'role', detail: 'screen' } : null;

/** Why the viewer may not make a call, or null. */
export const callDenial = (viewer: Viewer, call: DeclaredCall): Denial | null =>
  wallScreenDenial(viewer, call) ??
  temporaryDenial(viewer, call) ??
  accessDenial(viewer, call.access) ??
  guestSessionDenial(viewer, call);

/** Needs by the field of a device that is changed by `PUT /devices/{pk}` or `/tags`. */
export const deviceFieldChangeNeeds = {
  memo: ['modifyInformation'],
  tags: ['modifyInformation'],
  alias: [{ anyOf: ['isAdmin', 'useFunction'] }],
  app_config_fk: [{ anyOf: ['isAdmin', 'useFunction'] }],
  disable_filetransfer: ['isAdmin'],
  security_agreement: ['isAdmin'],
  latitude: ['isAdmin'],
  longitude: ['isAdmin'],
} as const satisfies Record<string, readonly Need[]>;

/**
 * Why the viewer decides no requests for access and no tickets, or null: approvers decide those that are addressed to
 * them, administrators all (spec 1 §6).
 */
export const requestDecisionDenial = ({ flags }: Pick<Viewer, 'flags'>): Denial | null =>
  flags.isApprover ? null : denialOfNeed('isApprover');
