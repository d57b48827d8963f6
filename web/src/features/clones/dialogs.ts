import { possibleCloneDialog } from '../../entities/device/dialogs.ts';
import { bindDialog } from '../../lib/dialog-stack.ts';
import { PossibleCloneDialog } from './clone-dialog.tsx';

export const clonesDialogs = [bindDialog(possibleCloneDialog, PossibleCloneDialog)];
