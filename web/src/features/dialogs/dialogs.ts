import { licenceBlockDialog } from '../../entities/session/dialogs.ts';
import {
  choiceDialog,
  confirmationDialog,
  sandboxedHtmlDialog,
  messageDialog,
  warningDialog,
} from '../../ui/dialogs.ts';
import { bindDialog } from '../../lib/dialog-stack.ts';
import { ChoiceDialog } from './choice-dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { SandboxedHtmlDialog } from './sandboxed-html-dialog.tsx';
import { LicenceBlockDialog } from './licence-block-dialog.tsx';
import { MessageDialog, WarningDialog } from './message-dialog.tsx';

export const generalDialogs = [
  bindDialog(messageDialog, MessageDialog),
  bindDialog(warningDialog, WarningDialog),
  bindDialog(choiceDialog, ChoiceDialog),
  bindDialog(confirmationDialog, ConfirmDialog),
  bindDialog(licenceBlockDialog, LicenceBlockDialog),
  bindDialog(sandboxedHtmlDialog, SandboxedHtmlDialog),
];
