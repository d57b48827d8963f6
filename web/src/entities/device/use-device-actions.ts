import { actionDenial, obstacleTo, type MenuAction } from '@vigil/shared/domain/device-actions';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { useSetAtom } from 'jotai';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { notifyDone, notifyFailed, notifyWarning } from '../../ui/toasts.ts';
import { accessDialogFor, requestsAccess, needsPledgeToRequestAccess } from '../approval/approvals.ts';
import { approvalDialog, pledgeDialog } from '../approval/dialogs.ts';
import {
  deviceLocationDialog,
  possibleCloneDialog,
  commandDialog,
  assignConfigDialog,
  editDeviceDialog,
  installApplicationDialog,
  livePreviewDialog,
  moveDialog,
  remoteSessionDialog,
  tagDialog,
} from './dialogs.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useServices } from '../../lib/services.ts';
import { useDevicePanelPath } from './device-address.ts';
import { useBulkReport } from './use-bulk-report.ts';
import { useDeviceMutations } from './use-device-changes.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSendCommands } from '../command/use-send-commands.ts';
import { useObstacleText } from './use-obstacle-text.ts';
import { useViewer } from '../session/viewer.ts';
import { useLiveData } from '../../live/use-fleet.ts';

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
      const [first] = pks;
      if (first === undefined) return;
      // Keys, and controls that cannot be disabled, such as the star of a row, come here without a check of their own.
      const denial = actionDenial(action, viewer);
      if (denial) return notifyWarning(ofDenial(denial));
      const device = pks.length === 1 ? store.get(first) : undefined;
      const obstacle = device ? obstacleTo(action, viewer, device) : null;
      if (obstacle) return notifyWarning(of(obstacle, first));
      const failed = (error: unknown) => notifyFailed(problemText(error));
      const approve = async () => {
        report(await changes.change(pks, { action: 'approve' }, pks.length), (count) =>
          t('devices:approval-success', { count }),
        );
      };
      const requestAccess = async () => {
        const alias = store.get(first)?.alias ?? '';
        const request = await accessDialogFor(api, { pk: first, alias });
        const open = () => openDialog(approvalDialog(request));
        if (requestsAccess(request) && (await needsPledgeToRequestAccess(api, first)))
          openDialog(pledgeDialog({ lead: 'request', onAgree: open }));
        else open();
      };
      const showOnMap = () => {
        const { latitude = null, longitude = null, alias = '' } = store.get(first) ?? {};
        if (latitude !== null && longitude !== null)
          openDialog(deviceLocationDialog({ pk: first, latitude, longitude, agentName: alias }));
      };
      const favourite = async () => {
        const marked = await changes.toggleFavourite(first);
        notifyDone(t(marked ? 'tree:favourite_added' : 'tree:favourite_removed', { count: 1 }));
      };

      if (action === 'detail') return void navigate(addressOf(first));
      if (action === 'process_list' && pks.length === 1) return void navigate(addressOf(first, 'processes'));
      if (action === 'information' && pks.length === 1)
        return void send.bulk('information', pks, pks.length).catch(failed);
      if (action === 'favourite') return void favourite().catch(failed);
      if (action === 'approve' && viewer.usesApproval) return void requestAccess().catch(failed);
      if (action === 'approve' && pks.length === 1) return void approve().catch(failed);
      if (action === 'remote' || action === 'view' || action === 'transfer')
        return openDialog(remoteSessionDialog({ action, pk: first }));
      if (action === 'live') return openDialog(livePreviewDialog({ pk: first }));
      if (action === 'location') return showOnMap();
      if (action === 'edit') return openDialog(editDeviceDialog({ pk: first }));
      if (action === 'split' || action === 'merge' || action === 'dismiss')
        return openDialog(possibleCloneDialog({ action, pk: first }));
      if (action === 'application_install') return openDialog(installApplicationDialog({ pks }));
      if (action === 'config') return openDialog(assignConfigDialog({ pks }));
      if (action === 'tag') return openDialog(tagDialog({ pks }));
      if (action === 'move') return openDialog(moveDialog({ pks }));
      return openDialog(commandDialog({ type: action, pks }));
    },
    [t, navigate, addressOf, openDialog, changes, send, report, problemText, ofDenial, of, api, store, viewer],
  );
}
