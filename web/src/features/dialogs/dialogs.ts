import { licenceBlockDialog } from '../../entities/session/dialogs.ts';
import { bindDialog } from '../../lib/dialog-stack.ts';
import { choiceDialog, confirmationDialog, sandboxedHtmlDialog, keysDialog, warningDialog } from '../../ui/dialogs.ts';
import { ChoiceDialog } from './choice-dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { LicenceBlockDialog } from './licence-block-dialog.tsx';
import { SandboxedHtmlDialog } from './sandboxed-html-dialog.tsx';
import { WarningDialog } from './warning-dialog.tsx';

export const generalDialogs = [
  bindDialog(keysDialog, KeysDialog),
  bindDialog(warningDialog, WarningDialog),
  bindDialog(choiceDialog, ChoiceDialog),
  bindDialog(confirmationDialog, ConfirmDialog),
  bindDialog(licenceBlockDialog, LicenceBlockDialog),
  bindDialog(sandboxedHtmlDialog, SandboxedHtmlDialog),
];
