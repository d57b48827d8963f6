import {
  createGroupDialog,
  deleteGroupDialog,
  deviceLimitDialog,
  moveGroupDialog,
  renameGroupDialog,
} from '../../entities/group/dialogs.ts';
import { bindDialog } from '../../lib/dialog-stack.ts';
import { DeleteGroupDialog } from './delete-group-dialog.tsx';
import { GroupDeviceLimitDialog } from './group-device-limit-dialog.tsx';
import { CreateGroupDialog, RenameGroupDialog } from './group-name-dialogs.tsx';
import { MoveGroupDialog } from './move-group-dialog.tsx';

export const treeDialogs = [
  bindDialog(createGroupDialog, CreateGroupDialog),
  bindDialog(renameGroupDialog, RenameGroupDialog),
  bindDialog(deviceLimitDialog, GroupDeviceLimitDialog),
  bindDialog(moveGroupDialog, MoveGroupDialog),
  bindDialog(deleteGroupDialog, DeleteGroupDialog),
];
