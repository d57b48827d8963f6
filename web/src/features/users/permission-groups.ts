import type { UserAccessDetails } from '@vigil/shared/contract/http/user-changes';
import type { PermissionName } from '@vigil/shared/contract/names';
import { permissionToggleBody } from './permission-bodies.ts';
import type { UserUpdate } from './use-users.ts';

type Permission = UserAccessDetails['permissions'][number];

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
export const shownPermissions = (all: readonly Permission[], isCorporate: boolean): readonly Permission[] =>
  all.filter(({ name, target }) => isCorporate || (target !== 'cs' && name !== 'viewReport'));

export const permissionsInGroup = (all: readonly Permission[], group: PermissionGroupName): readonly Permission[] =>
  all.filter(({ name }) => groupOf[name] === group);

/** The change that leaves a user with the groups up to one, of the switches that the caller may flip; null where it is so already. */
export function bodyOfPreset(all: readonly Permission[], upTo: PermissionGroupName): UserUpdate | null {
  const last = permissionGroupNames.indexOf(upTo);
  const bodies = all.flatMap(({ name, value, refusal }) => {
    if (name === 'deviceMonitor' || refusal !== null) return [];
    const wanted = permissionGroupNames.indexOf(groupOf[name]) <= last ? 1 : 0;
    return value === wanted ? [] : [permissionToggleBody(name, wanted)];
  });
  return bodies.length === 0 ? null : (Object.assign({}, ...bodies) as UserUpdate);
}
