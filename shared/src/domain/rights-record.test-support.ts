import type { RightsColumns } from './permissions.ts';

/** An ordinary user who may do nothing but watch. */
export const noRights: RightsColumns = {
  type: 'Member',
  member_type_id: 1,
  auth_val: 0,
  auth_remotecontrol: 0,
  auth_devicemanagement: 0,
  auth_filemanager: 0,
  auth_remoteview: 0,
  auth_update: 0,
  auth_thumbnailview: 0,
  auth_restart: 0,
  use_approval_function: 0,
  disable_filetransfer: 0,
};
