import { useAtomValue, useSetAtom } from 'jotai';
import type { ComponentType } from 'react';
import { ApprovalDialog } from '../features/approvals/approval-dialog.tsx';
import { AgentMapDialog } from '../features/device-detail/agent-map-dialog.tsx';
import { DeviceConfigDialog } from '../features/device-detail/device-config-dialog.tsx';
import { LivePreviewDialog } from '../features/device-detail/live-preview-dialog.tsx';
import { RemoteSessionDialog } from '../features/remote-session/remote-session-dialog.tsx';
import { FrameDialog } from '../features/dialogs/frame-dialog.tsx';
import { LicenceBlockDialog } from '../features/dialogs/licence-block-dialog.tsx';
import { OtpHelpDialog } from '../features/dialogs/otp-help-dialog.tsx';
import { PledgeDialog } from '../features/dialogs/pledge-dialog.tsx';
import { PeopleDialog } from '../features/people/people-dialog.tsx';
import { PasswordDialog } from '../features/profile/password-dialog.tsx';
import { OtpSetUpDialog } from '../features/profile/otp-set-up-dialog.tsx';
import { RecoveryCodesDialog } from '../features/profile/recovery-codes-dialog.tsx';
import { CloneDialog } from '../features/clones/clone-dialog.tsx';
import { CommandDialog } from '../features/commands/command-dialog.tsx';
import { LeftOutDialog } from '../features/commands/left-out-dialog.tsx';
import { ConfigDialog } from '../features/devices/config-dialog.tsx';
import { MoveDialog } from '../features/devices/move-dialog.tsx';
import { TagDialog } from '../features/devices/tag-dialog.tsx';
import { RenameFilterDialog, SaveFilterDialog } from '../features/devices/filters/filter-dialogs.tsx';
import { RenameDialog } from '../features/devices/rename-dialog.tsx';
import { ActionDialog } from '../features/dialogs/action-dialog.tsx';
import { ConfirmDialog } from '../features/dialogs/confirm-dialog.tsx';
import { MessageDialog, WarningDialog } from '../features/dialogs/message-dialog.tsx';
import { EnrolDialog } from '../features/devices/enrol-dialog.tsx';
import { CreateGroupDialog, RenameGroupDialog } from '../features/tree/group-name-dialogs.tsx';
import { GroupLimitDialog } from '../features/tree/group-limit-dialog.tsx';
import { MoveGroupDialog } from '../features/tree/move-group-dialog.tsx';
import { DeleteGroupDialog } from '../features/tree/delete-group-dialog.tsx';
import { dialogStackAtom, closeDialogAtom, type DialogProps, type DialogRequest } from '../lib/dialog-stack.ts';
import { IsTopDialog } from '../ui/dialog.tsx';

const dialogs: { readonly [K in DialogRequest['kind']]: ComponentType<DialogProps<K>> } = {
  command: CommandDialog,
  'remote-session': RemoteSessionDialog,
  rename: RenameDialog,
  clone: CloneDialog,
  config: ConfigDialog,
  'device-config': DeviceConfigDialog,
  tag: TagDialog,
  move: MoveDialog,
  'left-out': LeftOutDialog,
  'filter-save': SaveFilterDialog,
  'filter-rename': RenameFilterDialog,
  enrol: EnrolDialog,
  'group-create': CreateGroupDialog,
  'group-rename': RenameGroupDialog,
  'group-limit': GroupLimitDialog,
  'group-move': MoveGroupDialog,
  'group-delete': DeleteGroupDialog,
  message: MessageDialog,
  warning: WarningDialog,
  action: ActionDialog,
  confirm: ConfirmDialog,
  frame: FrameDialog,
  'licence-block': LicenceBlockDialog,
  'otp-help': OtpHelpDialog,
  approval: ApprovalDialog,
  pledge: PledgeDialog,
  people: PeopleDialog,
  'agent-map': AgentMapDialog,
  'live-preview': LivePreviewDialog,
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
