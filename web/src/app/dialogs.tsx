import { useAtomValue, useSetAtom } from 'jotai';
import type { ComponentType } from 'react';
import { ApprovalDialog } from '../features/approvals/approval-dialog.tsx';
import { AgentMapDialog } from '../features/device-detail/agent-map-dialog.tsx';
import { LicenceBlockDialog } from '../features/dialogs/licence-block-dialog.tsx';
import { OtpHelpDialog } from '../features/dialogs/otp-help-dialog.tsx';
import { PledgeDialog } from '../features/dialogs/pledge-dialog.tsx';
import { PeopleDialog } from '../features/people/people-dialog.tsx';
import { PasswordDialog } from '../features/profile/password-dialog.tsx';
import { OtpSetUpDialog } from '../features/profile/otp-set-up-dialog.tsx';
import { RecoveryCodesDialog } from '../features/profile/recovery-codes-dialog.tsx';
import { CommandDialog } from '../features/commands/command-dialog.tsx';
import { ConfigDialog } from '../features/devices/config-dialog.tsx';
import { MoveDialog } from '../features/devices/move-dialog.tsx';
import { RenameDialog } from '../features/devices/rename-dialog.tsx';
import { ActionDialog } from '../features/dialogs/action-dialog.tsx';
import { ConfirmDialog } from '../features/dialogs/confirm-dialog.tsx';
import { MessageDialog, WarningDialog } from '../features/dialogs/message-dialog.tsx';
import { EnrolDialog } from '../features/devices/enrol-dialog.tsx';
import { CreateGroupDialog, RenameGroupDialog } from '../features/tree/group-name-dialogs.tsx';
import { DeleteGroupDialog } from '../features/tree/delete-group-dialog.tsx';
import { dialogStackAtom, closeDialogAtom, type DialogProps, type DialogRequest } from '../lib/dialog-stack.ts';
import { IsTopDialog } from '../ui/dialog.tsx';

const dialogs: { readonly [K in DialogRequest['kind']]: ComponentType<DialogProps<K>> } = {
  command: CommandDialog,
  rename: RenameDialog,
  config: ConfigDialog,
  move: MoveDialog,
  enrol: EnrolDialog,
  'group-create': CreateGroupDialog,
  'group-rename': RenameGroupDialog,
  'group-delete': DeleteGroupDialog,
  message: MessageDialog,
  warning: WarningDialog,
  action: ActionDialog,
  confirm: ConfirmDialog,
  'licence-block': LicenceBlockDialog,
  'otp-help': OtpHelpDialog,
  approval: ApprovalDialog,
  pledge: PledgeDialog,
  people: PeopleDialog,
  'agent-map': AgentMapDialog,
  password: PasswordDialog,
  'otp-set-up': OtpSetUpDialog,
  'recovery-codes': RecoveryCodesDialog,
};

/** Renders the stack of dialogs; only the topmost handles the keyboard. */
export function Dialogs() {
  const open = useAtomValue(dialogStackAtom);
  const closeDialog = useSetAtom(closeDialogAtom);
  return open.map(({ key, request }, index) => {
    const Dialog = dialogs[request.kind] as ComponentType<DialogProps<DialogRequest['kind']>>;
    return (
      <IsTopDialog key={key} value={index === open.length - 1}>
        <Dialog request={request} onClose={() => closeDialog(key)} />
      </IsTopDialog>
    );
  });
}
