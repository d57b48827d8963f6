import { pickUserDialog } from '../../entities/user/dialogs.ts';
import { bindDialog } from '../../lib/dialog-stack.ts';
import { PickUserDialog } from './pick-user-dialog.tsx';

export const userDialogs = [bindDialog(pickUserDialog, PickUserDialog)];
