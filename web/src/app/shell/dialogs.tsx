import { useAtomValue, useSetAtom } from 'jotai';
import { applicationDialogs } from '../../features/applications/dialogs.ts';
import { approvalsDialogs } from '../../features/approvals/dialogs.ts';
import { clonesDialogs } from '../../features/clones/dialogs.ts';
import { commandsDialogs } from '../../features/commands/dialogs.ts';
import { deviceDetailDialogs } from '../../features/device-detail/dialogs.ts';
import { devicesDialogs } from '../../features/devices/dialogs.ts';
import { generalDialogs } from '../../features/dialogs/dialogs.ts';
import { treeDialogs } from '../../features/group-tree/dialogs.ts';
import { maintenanceDialogs } from '../../features/maintenance/dialogs.ts';
import { profileDialogs } from '../../features/profile/dialogs.ts';
import { remoteSessionDialogs } from '../../features/remote-session/dialogs.ts';
import { userDialogs } from '../../features/users/dialogs.ts';
import { dialogStackAtom, closeDialogAtom } from '../../lib/dialog-stack.ts';
import { IsTopDialogContext } from '../../ui/dialog.tsx';

/**
 * Each area names its dialogs. They are one chunk: one for each would cost 20 kB more, and a request for each first
 * click.
 */
const views = new Map([
  ...applicationDialogs,
  ...approvalsDialogs,
  ...clonesDialogs,
  ...commandsDialogs,
  ...deviceDetailDialogs,
  ...devicesDialogs,
  ...generalDialogs,
  ...maintenanceDialogs,
  ...userDialogs,
  ...profileDialogs,
  ...remoteSessionDialogs,
  ...treeDialogs,
]);

/** Renders the stack of dialogs; only the topmost handles the keyboard. */
export function DialogStack() {
  const open = useAtomValue(dialogStackAtom);
  const closeDialog = useSetAtom(closeDialogAtom);
  return open.map(({ key, dialog, request }, index) => {
    const View = views.get(dialog);
    if (!View) throw new Error('no area has this dialog');
    return (
      <IsTopDialogContext key={key} value={index === open.length - 1}>
        <View request={request} onClose={() => closeDialog(key)} />
      </IsTopDialogContext>
    );
  });
}
