import { commandDialog, bulkSkippedDevicesDialog } from '../../entities/device/dialogs.ts';
import { bindDialog } from '../../lib/dialog-stack.ts';
import { CommandDialog } from './command-dialog.tsx';
import { SkippedDevicesDialog } from './skipped-devices-dialog.tsx';

export const commandsDialogs = [
  bindDialog(commandDialog, CommandDialog),
  bindDialog(bulkSkippedDevicesDialog, SkippedDevicesDialog),
];
