import { useAtomValue, useSetAtom } from 'jotai';
import { lazy, Suspense, type ComponentType } from 'react';
import { CommandDialog } from '../features/commands/command-dialog.tsx';
import { ConfigDialog } from '../features/devices/config-dialog.tsx';
import { MoveDialog } from '../features/devices/move-dialog.tsx';
import { RenameDialog } from '../features/devices/rename-dialog.tsx';
import { ActionDialog } from '../features/dialogs/action-dialog.tsx';
import { ConfirmDialog } from '../features/dialogs/confirm-dialog.tsx';
import { MessageDialog, WarningDialog } from '../features/dialogs/message-dialog.tsx';
import { EnrolDialog } from '../features/enrol/enrol-dialog.tsx';
import { CreateGroupDialog, RenameGroupDialog } from '../features/tree/group-name-dialogs.tsx';
import { DeleteGroupDialog } from '../features/tree/delete-group-dialog.tsx';
import { openRequestsAtom, requestAtom, type DialogProps, type Request } from '../lib/requests.ts';
import { IsTopDialog } from '../ui/dialog.tsx';

// What is seldom opened is loaded when it is.
const ApprovalDialog = lazy(async () => ({
  default: (await import('../features/approvals/approval-dialog.tsx')).ApprovalDialog,
}));
const AgentMapDialog = lazy(async () => ({
  default: (await import('../features/agent-map/agent-map-dialog.tsx')).AgentMapDialog,
}));
const LicenceBlockDialog = lazy(async () => ({
  default: (await import('../features/dialogs/licence-block-dialog.tsx')).LicenceBlockDialog,
}));
const OtpHelpDialog = lazy(async () => ({
  default: (await import('../features/dialogs/otp-help-dialog.tsx')).OtpHelpDialog,
}));
const PledgeDialog = lazy(async () => ({
  default: (await import('../features/dialogs/pledge-dialog.tsx')).PledgeDialog,
}));
const PeopleDialog = lazy(async () => ({
  default: (await import('../features/people/people-dialog.tsx')).PeopleDialog,
}));
const PasswordDialog = lazy(async () => ({
  default: (await import('../features/profile/password-dialog.tsx')).PasswordDialog,
}));
const RecoveryCodesDialog = lazy(async () => ({
  default: (await import('../features/profile/recovery-codes-dialog.tsx')).RecoveryCodesDialog,
}));

const dialogs: { readonly [K in Request['kind']]: ComponentType<DialogProps<K>> } = {
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
  'recovery-codes': RecoveryCodesDialog,
};

/** Shows the dialogs of the open requests; the topmost alone hears the keyboard. */
export function Dialogs() {
  const open = useAtomValue(openRequestsAtom);
  const ask = useSetAtom(requestAtom);
  return open.map(({ key, request }, index) => {
    const Dialog = dialogs[request.kind] as ComponentType<DialogProps<Request['kind']>>;
    return (
      <IsTopDialog key={key} value={index === open.length - 1}>
        <Suspense>
          <Dialog request={request} onClose={() => ask({ close: key })} />
        </Suspense>
      </IsTopDialog>
    );
  });
}
