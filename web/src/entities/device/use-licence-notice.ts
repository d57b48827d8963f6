import { actionDenial, type MenuAction } from '@vigil/shared/domain/device-actions';
import { useSetAtom } from 'jotai';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { licenceBlockDialog } from '../session/dialogs.ts';
import { useViewer } from '../session/viewer.ts';

/** Device features of a Corporate licence (spec 1 §6). */
const isFeature = (action: MenuAction): action is 'wol' | 'live' => action === 'wol' || action === 'live';

/** Returns a function that opens the notice of a missing licence; undefined where the licence is not the reason. */
export function useLicenceNotice(): (action: MenuAction) => (() => void) | undefined {
  const { viewer } = useViewer();
  const openDialog = useSetAtom(openDialogAtom);
  return (action) => {
    if (!isFeature(action) || actionDenial(action, viewer)?.reason !== 'licence') return undefined;
    return () => openDialog(licenceBlockDialog({ feature: action }));
  };
}
