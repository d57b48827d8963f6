import type { UserAccessDetails } from '@vigil/shared/contract/http/user-changes';
import type { AbilityName, PermissionName } from '@vigil/shared/contract/names';
import { targetOfPermission } from '@vigil/shared/domain/user-changes';
import { permissionToggleBody } from './permission-bodies.ts';
import type { UserUpdate } from './use-users.ts';

type Permission = UserAccessDetails['permissions'][number];
type Named = { readonly name: PermissionName };

export const permissionGroupNames = ['see', 'control', 'manage'] as const;
export type PermissionGroupName = (typeof permissionGroupNames)[number];

/** What people look for; the targets of the specification are programs that this product does not have. */
const groupOf: { readonly [P in PermissionName]: PermissionGroupName } = {
  deviceMonitor: 'see',
  CSThumbnailView: 'see',
  CSRemoteView: 'see',
  viewReport: 'see',
  CSRemoteControl: 'control',
  CSFileManager: 'control',
  fileTransfer: 'control',
  useFunction: 'control',
  CSDeviceManagement: 'control',
  CSRestart: 'manage',
  CSUpdate: 'manage',
  modifyInformation: 'manage',
};

/** The permissions that have a switch. Reports and what the CS manager does come with a Corporate licence. */
export const shownPermissions = <P extends Named>(all: readonly P[], isCorporate: boolean): readonly P[] =>
  all.filter(({ name }) => isCorporate || (targetOfPermission[name] !== 'cs' && name !== 'viewReport'));

export const permissionsInGroup = <P extends Named>(all: readonly P[], group: PermissionGroupName): readonly P[] =>
  all.filter(({ name }) => groupOf[name] === group);

/** What the permissions come to whose names do not say it. */
export const abilitiesOfPermission: { readonly [P in PermissionName]?: readonly AbilityName[] } = {
  viewReport: ['report'],
  useFunction: ['functions', 'wake'],
  CSDeviceManagement: ['processes'],
  modifyInformation: ['notes'],
};

const isUpTo = (name: PermissionName, upTo: PermissionGroupName): boolean =>
  permissionGroupNames.indexOf(groupOf[name]) <= permissionGroupNames.indexOf(upTo);

/** The permissions of the groups up to one. */
export const permissionsOfPreset = <P extends Named>(all: readonly P[], upTo: PermissionGroupName): readonly P[] =>
  all.filter(({ name }) => isUpTo(name, upTo));

/**
 * The change that leaves a user with the groups up to one, of the switches that the caller may flip; null where it is
 * so already.
 */
export function bodyOfPreset(all: readonly Permission[], upTo: PermissionGroupName): UserUpdate | null {
  const bodies = all.flatMap(({ name, value, refusal }) => {
    if (name === 'deviceMonitor' || refusal !== null) return [];
    const wanted = isUpTo(name, upTo) ? 1 : 0;
    return value === wanted ? [] : [permissionToggleBody(name, wanted)];
  });
  return bodies.length === 0 ? null : (Object.assign({}, ...bodies) as UserUpdate);
}
