import { maintenanceDialog } from '../../entities/maintenance/dialogs.ts';
import { bindDialog } from '../../lib/dialog-stack.ts';
import { WindowDialog } from './window-dialog.tsx';

export const maintenanceDialogs = [bindDialog(maintenanceDialog, WindowDialog)];
