import { installApplicationDialog } from '../../entities/device/dialogs.ts';
import { bindDialog } from '../../lib/dialog-stack.ts';
import { ChooseApplicationDialog } from './choose-application-dialog.tsx';

export const applicationDialogs = [bindDialog(installApplicationDialog, ChooseApplicationDialog)];
