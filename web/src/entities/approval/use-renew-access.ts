import type { DevicePk } from '@vigil/shared/contract/ids';
import { useSetAtom } from 'jotai';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { notifyFailed } from '../../ui/notify.ts';
import { accessDialogFor } from './approvals.ts';
import { approvalDialog } from './dialogs.ts';

/** Opens the dialog in which the user asks for a device again, or sees the request that waits. */
export function useRenewAccess(): (device: { readonly pk: DevicePk; readonly alias: string }) => void {
  const { api } = useServices();
  const openDialog = useSetAtom(openDialogAtom);
  const problemText = useProblemText();
  return (device) =>
    void accessDialogFor(api, device)
      .then((request) => openDialog(approvalDialog(request)))
      .catch((error: unknown) => notifyFailed(problemText(error)));
}
