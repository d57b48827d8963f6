import type { DevicePk } from '@vigil/shared/contract/ids';
import { useSetAtom } from 'jotai';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { notifyDone, notifyFailed } from '../../ui/notify.ts';
import { isCommand, type DeviceAction } from './device-actions.ts';
import { accessDialogFor, requestsAccess, needsPledge } from '../approval/approvals.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useServices } from '../../lib/services.ts';
import { useDeviceAddress } from './device-address.ts';
import { useDeviceChanges } from './use-device-changes.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSendCommand } from '../command/use-send-command.ts';
import { useViewer } from '../session/viewer.ts';
import { useFleet } from '../../live/use-fleet.ts';

/** Starts an action for one or many devices: after a dialog if it has consequences, else at once. */
export function useDeviceActions(): (action: DeviceAction, pks: readonly DevicePk[]) => void {
  const { t } = useTranslation(['devices', 'tree']);
  const navigate = useNavigate();
  const addressOf = useDeviceAddress();
  const openDialog = useSetAtom(openDialogAtom);
  const changes = useDeviceChanges();
  const send = useSendCommand();
  const problemText = useProblemText();
  const { api } = useServices();
  const { store } = useFleet();
  const { profile, viewer } = useViewer();

  return useCallback(
    (action, pks) => {
      const [first] = pks;
      if (first === undefined) return;
      const failed = (error: unknown) => notifyFailed(problemText(error));
      const approve = async () => {
        const { total, failed: bad, firstError } = await changes.approve(pks);
        if (bad < total) notifyDone(t('devices:approved', { count: total - bad }));
        if (bad > 0) failed(firstError);
      };
      const requestAccess = async () => {
        const alias = store.get(first)?.alias ?? '';
        const request = await accessDialogFor(api, { pk: first, alias }, profile.pk);
        const open = () => openDialog(request);
        if (requestsAccess(request) && (await needsPledge(api, first))) openDialog({ kind: 'pledge', onAgree: open });
        else open();
      };
      const favourite = async () => {
        const added = await changes.toggleFavourite(first);
        notifyDone(t(added ? 'tree:favourite_added' : 'tree:favourite_removed'));
      };

      if (action === 'detail') return void navigate(addressOf(first));
      if (action === 'process_list' && pks.length === 1) return void navigate(addressOf(first, 'processes'));
      if (action === 'information' && pks.length === 1) return void send.bulk('information', pks).catch(failed);
      if (action === 'favourite') return void favourite().catch(failed);
      if (action === 'approve') return void (viewer.usesApproval ? requestAccess() : approve()).catch(failed);
      if (isCommand(action)) return openDialog({ kind: 'command', type: action, pks });
      return openDialog(action === 'rename' ? { kind: 'rename', pk: first } : { kind: action, pks });
    },
    [t, navigate, addressOf, openDialog, changes, send, problemText, api, store, profile.pk, viewer.usesApproval],
  );
}
