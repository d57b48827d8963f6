import { useAtom } from 'jotai';
import type { ComponentType } from 'react';
import { CommandDialog } from '../features/commands/command-dialog.tsx';
import { ConfigDialog } from '../features/devices/config-dialog.tsx';
import { MoveDialog } from '../features/devices/move-dialog.tsx';
import { RenameDialog } from '../features/devices/rename-dialog.tsx';
import { EnrolDialog } from '../features/enrol/enrol-dialog.tsx';
import { CreateGroupDialog, RenameGroupDialog } from '../features/tree/group-name-dialogs.tsx';
import { DeleteGroupDialog } from '../features/tree/delete-group-dialog.tsx';
import { requestAtom, type DialogProps, type Request } from '../lib/requests.ts';

const dialogs: { readonly [K in Request['kind']]: ComponentType<DialogProps<K>> } = {
  command: CommandDialog,
  rename: RenameDialog,
  config: ConfigDialog,
  move: MoveDialog,
  enrol: EnrolDialog,
  'group-create': CreateGroupDialog,
  'group-rename': RenameGroupDialog,
  'group-delete': DeleteGroupDialog,
};

/** Shows the dialog of the present request, if there is one. */
export function Dialogs() {
  const [request, setRequest] = useAtom(requestAtom);
  if (!request) return null;
  const Dialog = dialogs[request.kind] as ComponentType<DialogProps<Request['kind']>>;
  return <Dialog key={JSON.stringify(request)} request={request} onClose={() => setRequest(null)} />;
}
