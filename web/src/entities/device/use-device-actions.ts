import type { DevicePk } from '@vigil/shared/contract/ids';
import { actionDenial, obstacleTo, type MenuAction } from '@vigil/shared/domain/device-actions';
import { useSetAtom } from 'jotai';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import { notifyDone, notifyFailed, notifyWarning } from '../../ui/toasts.ts';
import { useSendCommands } from '../command/use-send-commands.ts';
import { useViewer } from '../session/viewer.ts';
import { deviceActionStart } from './device-action-starts.ts';
import { useDevicePanelPath } from './device-address.ts';
import { useBulkReport } from './use-bulk-report.ts';
import { useDeviceMutations } from './use-device-mutations.ts';
import { useObstacleText } from './use-obstacle-text.ts';

/** Starts an action for one or many devices: after a dialog if it has consequences, else at once. */
export function useDeviceActions(): (action: MenuAction, pks: readonly DevicePk[]) => void {
  const { t } = useTranslation(['devices', 'tree']);
  const navigate = useNavigate();
  const addressOf = useDevicePanelPath();
  const openDialog = useSetAtom(openDialogAtom);
  const changes = useDeviceMutations();
  const send = useSendCommands();
  const report = useBulkReport();
  const problemText = useProblemText();
  const { api } = useServices();
  const { store } = useLiveData();
  const { viewer } = useViewer();
  const { ofDenial, of } = useObstacleText();

  return useCallback(
    (action, pks) => {
      const [first, ...others] = pks;
      if (first === undefined) return;
      // Keys, and controls that cannot be disabled, such as the star of a row, come here without a check of their own.
      const denial = actionDenial(action, viewer);
      if (denial) return notifyWarning(ofDenial(denial));
      const device = pks.length === 1 ? store.get(first) : undefined;
      const obstacle = device ? obstacleTo(action, viewer, device) : null;
      if (obstacle) return notifyWarning(of(obstacle, first));
      const started = deviceActionStart(action)([first, ...others], {
        api,
        store,
        viewer,
        changes,
        send,
        addressOf,
        openDialog,
        navigate: (address) => void navigate(address),
        reportApproval: (answer) => report(answer, (count) => t('devices:approval-success', { count })),
        reportFavourite: (marked) =>
          notifyDone(t(marked ? 'tree:favourite_added' : 'tree:favourite_removed', { count: 1 })),
      });
      started?.catch((error: unknown) => notifyFailed(problemText(error)));
    },
    [t, navigate, addressOf, openDialog, changes, send, report, problemText, ofDenial, of, api, store, viewer],
  );
}
