import type { PermissionName } from '@vigil/shared/contract/names';
import type { UserUpdate } from './use-users.ts';

/** The permissions that a switch changes; monitoring is always on. */
type Switched = Exclude<PermissionName, 'deviceMonitor' | 'fileTransfer'>;

const columns = {
  CSRemoteControl: 'auth_remotecontrol',
  CSRemoteView: 'auth_remoteview',
  CSFileManager: 'auth_filemanager',
  CSDeviceManagement: 'auth_devicemanagement',
  CSUpdate: 'auth_update',
  CSThumbnailView: 'auth_thumbnailview',
  CSRestart: 'auth_restart',
  modifyInformation: 'auth_modifyinformation',
  useFunction: 'auth_usefunction',
  viewReport: 'auth_viewreport',
} as const satisfies Record<Switched, string>;

/** The change that gives permissions to a user who has none. */
export const permissionGrantBody = (names: readonly Switched[]): UserUpdate =>
  Object.fromEntries(names.map((name) => [columns[name], 1]));

/**
 * The change that sets one permission, and no other one: a sum of several bits would take back what was changed since
 * the page was loaded (decision 9).
 */
export function permissionToggleBody(name: Exclude<PermissionName, 'deviceMonitor'>, value: 0 | 1): UserUpdate {
  return name === 'fileTransfer' ? { disable_filetransfer: value === 1 ? 0 : 1 } : { [columns[name]]: value };
}
