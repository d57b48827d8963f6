import { remoteSessionDialog } from '../../entities/device/dialogs.ts';
import { bindDialog } from '../../lib/dialog-stack.ts';
import { RemoteSessionDialog } from './remote-session-dialog.tsx';

export const remoteSessionDialogs = [bindDialog(remoteSessionDialog, RemoteSessionDialog)];
