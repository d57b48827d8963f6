import type { Need } from '../contract/access.ts';
import type { Bit } from '../contract/device.ts';
import { ledgerCommandTypes, type AbilityName, type CommandType, type RemoteSessionType } from '../contract/names.ts';
import type { ProblemCode } from '../contract/problems.ts';
import { isOlderVersion } from '../contract/versions.ts';
import { denialReason, deviceFieldChangeNeeds, guestSessionDenial, type Denial, type Viewer } from './permissions.ts';
import { frameDenial, frameNeeds, isApproved, processNeeds } from './visible-parts.ts';

/** Everything that can be done with one device (spec 2 §2, context menu; decision 62). `live` shows its screen. */
export const deviceActions = [
  'detail',
  'live',
  'favourite',
  'approve',
  'reject',
  'remote',
  'view',
  'transfer',
  'edit',
  'config',
  'tag',
  'move',
  'location',
  'split',
  'merge',
  'dismiss',
  ...ledgerCommandTypes,
] as const;
export type DeviceAction = (typeof deviceActions)[number];

/** What the actions depend on (spec 2 §4, "Device actions by state"). */
export interface DeviceState {
  readonly isOnline: boolean;
  /** For the viewer: false outside the windows of a user who needs them. */
  readonly isApproved: boolean;
  /** No files may be transferred to or from the device. */
  readonly forbidsFiles?: boolean;
  /** Why it cannot be woken now, once that is known. */
  readonly wake_problem?: ProblemCode | null;
  /** Of the agent: the version that runs, and the newest release for the device; null when there is none. */
  readonly cs_ver?: string | null;
  readonly latest_ver?: string | null;
}

/** Why an action cannot be done now: a right is missing, or the device is in the wrong state. */
export type ActionObstacle = { kind: 'denied'; denial: Denial } | { kind: 'state'; code: ProblemCode };

/**
 * The problem of an action in each state: approved and online, approved and offline, then the same without approval.
 */
type ByState = readonly [
  online: ProblemCode | null,
  offline: ProblemCode | null,
  waiting: ProblemCode | null,
  waitingOffline: ProblemCode | null,
];

const always: ByState = [null, null, null, null];
const approved: ByState = [null, null, 'device_not_approved', 'device_not_approved'];
const live: ByState = [null, 'not_online_warning', 'device_not_approved', 'not_online_warning'];
const asleep: ByState = ['already_online', null, 'device_not_approved', 'device_not_approved'];
/** What is merged into another device is not in use itself. */
const gone: ByState = ['merge_online', null, 'merge_online', null];
const approval: ByState = [null, null, null, 'not_online_warning'];

interface Rule {
  /**
   * What a user can do, as the page of the user tells it. The actions of one ability are all possible or all refused.
   */
  readonly ability: AbilityName;
  readonly needs: readonly Need[];
  readonly states: ByState;
  /** Whether a session by invitation may do it: guests make nothing lasting. */
  readonly guests: boolean;
}

/** State × permission × action (spec 2 §4, §6). Menus, the bulk bar, the palette and the API all read it. */
export const deviceActionRules: { readonly [A in DeviceAction]: Rule } = {
  detail: { ability: 'see', needs: [], states: always, guests: true },
  live: { ability: 'live', needs: frameNeeds, states: live, guests: true },
  favourite: { ability: 'see', needs: [], states: always, guests: false },
  approve: { ability: 'organise', needs: ['isAdmin', 'CSRemoteControl'], states: approval, guests: false },
  reject: { ability: 'organise', needs: ['isAdmin', 'CSRemoteControl'], states: always, guests: false },
  remote: { ability: 'remote', needs: ['CSRemoteControl'], states: live, guests: true },
  view: { ability: 'view', needs: ['CSRemoteView'], states: live, guests: true },
  transfer: { ability: 'transfer', needs: ['CSFileManager'], states: live, guests: true },
  edit: { ability: 'functions', needs: deviceFieldChangeNeeds.alias, states: always, guests: false },
  config: { ability: 'functions', needs: deviceFieldChangeNeeds.app_config_fk, states: always, guests: false },
  tag: { ability: 'notes', needs: deviceFieldChangeNeeds.tags, states: always, guests: false },
  move: { ability: 'organise', needs: ['isAdmin'], states: approved, guests: false },
  location: { ability: 'see', needs: [], states: approved, guests: true },
  split: { ability: 'organise', needs: ['isAdmin'], states: always, guests: false },
  merge: { ability: 'organise', needs: ['isAdmin'], states: gone, guests: false },
  dismiss: { ability: 'organise', needs: ['isAdmin'], states: always, guests: false },
  reboot: { ability: 'functions', needs: ['useFunction'], states: live, guests: true },
  shutdown: { ability: 'functions', needs: ['useFunction'], states: live, guests: true },
  agent_restart: { ability: 'agent_restart', needs: ['CSRestart'], states: live, guests: true },
  update: { ability: 'update', needs: ['CSUpdate'], states: live, guests: false },
  information: { ability: 'see', needs: [], states: live, guests: true },
  process_list: { ability: 'processes', needs: processNeeds, states: live, guests: true },
  process_end: { ability: 'processes', needs: processNeeds, states: live, guests: true },
  delete: { ability: 'functions', needs: ['useFunction'], states: approved, guests: false },
  wol: { ability: 'wake', needs: ['useFunction', 'isCorporate'], states: asleep, guests: true },
  application_install: { ability: 'organise', needs: ['isAdmin'], states: live, guests: false },
  application_uninstall: { ability: 'organise', needs: ['isAdmin'], states: live, guests: false },
};

/**
 * A user whose own access needs an approved window does not approve a device, but requests access to it (spec 1 §6).
 */
const requestNeeds: readonly Need[] = ['CSRemoteControl'];

const isRequest = (action: DeviceAction, viewer: Viewer): boolean => action === 'approve' && viewer.usesApproval;

/** The right that the viewer lacks for an action on any device, or null. */
export function actionDenial(action: DeviceAction, viewer: Viewer): Denial | null {
  const { needs, guests } = deviceActionRules[action];
  const missing = denialReason(viewer, isRequest(action, viewer) ? requestNeeds : needs);
  return missing ?? (action === 'live' ? frameDenial(viewer) : null) ?? guestSessionDenial(viewer, { guests });
}

/**
 * Whether an action is offered to the viewer at all. What the role or the rights never allow is not; a licence, a
 * policy or the state of a device may change, so that those are offered with their reason. That a viewer for files is
 * missing concerns those who can set one up.
 */
export function isActionOffered(action: DeviceAction, viewer: Viewer): boolean {
  if (action === 'transfer' && viewer.lacksFileViewer === true && !viewer.flags.isAdmin) return false;
  const reason = actionDenial(action, viewer)?.reason;
  return reason !== 'role' && reason !== 'flag';
}

function stateProblem(action: DeviceAction, viewer: Viewer, device: DeviceState) {
  if (isRequest(action, viewer)) return null;
  const code = deviceActionRules[action].states[(device.isApproved ? 0 : 2) + (device.isOnline ? 0 : 1)] ?? null;
  // For this viewer the device is approved within their windows (decision 4).
  return code === 'device_not_approved' && viewer.usesApproval ? 'out_of_window' : code;
}

/** Why the agent of a device cannot be updated. Without versions, it is not decided here. */
function updateProblem({ cs_ver: version, latest_ver: latest }: DeviceState): ProblemCode | null {
  if (latest === undefined) return null;
  if (latest === null) return 'no_release';
  return isOlderVersion(version ?? '', latest) ? null : 'already_newest';
}

/** Files can be forbidden to a company, a user, or for a device; and there can be no viewer for them. */
export function fileTransferPolicyDenial(
  action: DeviceAction,
  { forbidsFiles, lacksFileViewer }: Pick<Viewer, 'forbidsFiles' | 'lacksFileViewer'>,
  device: Pick<DeviceState, 'forbidsFiles'> = {},
): Denial | null {
  if (action !== 'transfer') return null;
  if (lacksFileViewer) return { reason: 'policy', detail: 'no_file_viewer' };
  if (forbidsFiles) return { reason: 'policy', detail: 'file_transfer_of_user' };
  return device.forbidsFiles ? { reason: 'policy', detail: 'file_transfer' } : null;
}

/**
 * Why the viewer cannot do this with this device now, or null. The server refuses with it, and disabled controls show
 * it.
 */
export function obstacleTo(action: DeviceAction, viewer: Viewer, device: DeviceState): ActionObstacle | null {
  const denial = actionDenial(action, viewer);
  if (denial) return { kind: 'denied', denial };
  const code = stateProblem(action, viewer, device);
  if (code) return { kind: 'state', code };
  if (action === 'wol' && device.wake_problem) return { kind: 'state', code: device.wake_problem };
  const outdated = action === 'update' ? updateProblem(device) : null;
  if (outdated) return { kind: 'state', code: outdated };
  const forbidden = fileTransferPolicyDenial(action, viewer, device);
  return forbidden && { kind: 'denied', denial: forbidden };
}

/**
 * Whether an action has a meaning for this device; one that has none is not in the menu. A device that waits for
 * approval is approved or rejected, an approved one deleted; access may be requested at any time. A flag is resolved
 * where there is one.
 */
export function isActionApplicable(
  action: DeviceAction,
  viewer: Pick<Viewer, 'usesApproval'>,
  device: DeviceState & {
    readonly latitude: number | null;
    readonly longitude: number | null;
    readonly isPossibleClone: boolean;
  },
): boolean {
  if (action === 'split' || action === 'merge' || action === 'dismiss') return device.isPossibleClone;
  if (action === 'location') return device.latitude !== null && device.longitude !== null;
  if (viewer.usesApproval) return action !== 'reject';
  if (action === 'approve' || action === 'reject') return !device.isApproved;
  return action !== 'delete' || device.isApproved;
}

/** What a deletion of this device is: those who approve may delete what is not approved yet (decision 90). */
export const deletionActionOf = (device: { readonly approval: Bit }): 'reject' | 'delete' =>
  isApproved(device) ? 'delete' : 'reject';

export const actionOfSession = { rc: 'remote', ft: 'transfer', rv: 'view' } as const satisfies {
  readonly [T in RemoteSessionType]: DeviceAction;
};

/**
 * What a user may do with the screen of a device: use it, or see it who may do no more. Offered to others as well, with
 * the reason why not.
 */
export const desktopActionOf = ({ flags }: Pick<Viewer, 'flags'>): 'remote' | 'view' =>
  flags.CSRemoteView && !flags.CSRemoteControl ? 'view' : 'remote';

/** Actions that start from the list of processes, or from the page of an application, not from a menu. */
type ActionOutsideMenus = 'process_end' | 'application_uninstall';
export type MenuAction = Exclude<DeviceAction, ActionOutsideMenus>;

/** Commands that are not sent by their menu entry alone: an installation asks for an application first. */
const commandsWithOwnDialog = ['process_end', 'application_install', 'application_uninstall'] as const;
export type MenuCommand = Exclude<CommandType, (typeof commandsWithOwnDialog)[number]>;

const commands: ReadonlySet<string> = new Set(
  ledgerCommandTypes.filter((type) => !(commandsWithOwnDialog as readonly string[]).includes(type)),
);
export const isMenuCommand = (action: MenuAction): action is MenuCommand => commands.has(action);

/** What devices can be told for a later time, beside installations. */
export const isSchedulable = (action: DeviceAction): boolean => action === 'reboot' || action === 'shutdown';
