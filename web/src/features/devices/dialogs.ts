import {
  assignConfigDialog,
  editDeviceDialog,
  enrolDialog,
  moveDialog,
  renameFilterDialog,
  saveFilterDialog,
  tagDialog,
  unknownAgentsDialog,
} from '../../entities/device/dialogs.ts';
import { bindDialog } from '../../lib/dialog-stack.ts';
import { AssignConfigDialog } from './assign-config-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { EnrolDialog } from './enrol-dialog.tsx';
import { RenameFilterDialog, SaveFilterDialog } from './filters/filter-dialogs.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { TagDialog } from './tag-dialog.tsx';
import { UnknownAgentsDialog } from './unknown-agents-dialog.tsx';

export const devicesDialogs = [
  bindDialog(assignConfigDialog, AssignConfigDialog),
  bindDialog(moveDialog, MoveDialog),
  bindDialog(tagDialog, TagDialog),
  bindDialog(editDeviceDialog, EditDialog),
  bindDialog(enrolDialog, EnrolDialog),
  bindDialog(saveFilterDialog, SaveFilterDialog),
  bindDialog(renameFilterDialog, RenameFilterDialog),
  bindDialog(unknownAgentsDialog, UnknownAgentsDialog),
];
