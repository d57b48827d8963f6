import {
  isActionApplicableToDevice,
  isActionOffered,
  obstacleTo,
  type MenuAction,
} from '@vigil/shared/domain/device-actions';
import type { DevicePk } from '@vigil/shared/contract/ids';
import type { ProblemCode } from '@vigil/shared/contract/problems';
import { useTranslation } from 'react-i18next';
import { useLiveData } from '../../live/use-fleet.ts';
import { useViewer } from '../session/viewer.ts';
import { joinReasonsOnOneLine } from './join-reasons-on-one-line.ts';
import { useActionLabel } from './use-action-label.ts';
import { useObstacleText } from './use-obstacle-text.ts';

interface BulkText {
  /** "Reboot 18 of 20 – 2 offline" */
  text: string;
  /** Why some devices are left out, in full sentences. */
  reasons: string;
  possible: DevicePk[];
  /** The devices that the action applies to; a dialog lists those that it leaves out. */
  concerned: DevicePk[];
}

/** Short words for states, for buttons. */
const short: { readonly [C in ProblemCode]?: 'offline' | 'online' | 'waiting' | 'window' } = {
  not_online_warning: 'offline',
  already_online: 'online',
  device_not_approved: 'waiting',
  out_of_window: 'window',
};

/** Returns a function that tells the effect of an action on a selection. */
export function useBulkActionPreview(): (action: MenuAction, selection: ReadonlySet<DevicePk>) => BulkText {
  const { t } = useTranslation('devices');
  const { store } = useLiveData();
  const { viewer } = useViewer();
  const { of } = useObstacleText();
  const label = useActionLabel();
  return (action, selection) => {
    const isOffered = isActionOffered(action, viewer);
    const possible: DevicePk[] = [];
    const concerned: DevicePk[] = [];
    const left: { full: string; brief: string }[] = [];

    for (const pk of selection) {
      const device = store.get(pk);
      // Access is requested for one device at a time.
      const isRequest = action === 'approve' && viewer.usesApproval;
      if (!device || !isOffered || isRequest || !isActionApplicableToDevice(action, viewer, device)) continue;
      concerned.push(pk);
      const obstacle = obstacleTo(action, viewer, device);
      if (obstacle === null) possible.push(pk);
      else {
        const word = obstacle.kind === 'state' ? short[obstacle.code] : undefined;
        left.push({ full: of(obstacle), brief: word ? t(`short.${word}`) : '' });
      }
    }
    const total = concerned.length;
    const counted = (key: 'full' | 'brief') =>
      [...Map.groupBy(left, (one) => one[key])]
        .filter(([text]) => text !== '')
        .map(([text, of_]) => [text, of_.length] as const);
    const reasons = joinReasonsOnOneLine(
      counted('full').map(([reason, count]) => t('bulk_missing', { count, reason })),
    );
    const brief = counted('brief')
      .map(([word, count]) => t('bulk_brief', { count, word }))
      .join(', ');
    const counts =
      left.length === 0
        ? t('bulk_all', { action: label(action), count: total })
        : t('bulk_some', { action: label(action), count: possible.length, total });
    return { text: brief === '' ? counts : `${counts} – ${brief}`, reasons, possible, concerned };
  };
}
