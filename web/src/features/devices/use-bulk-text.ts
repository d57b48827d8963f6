import type { DevicePk } from '@vigil/shared/contract/ids';
import type { ProblemCode } from '@vigil/shared/contract/problems';
import { useTranslation } from 'react-i18next';
import { appliesTo, obstacleOf, type DeviceAction } from '../../entities/device/device-actions.ts';
import { useActionLabel } from '../../entities/device/use-action-label.ts';
import { useObstacleText } from '../../entities/device/use-obstacle-text.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useFleet } from '../../live/use-fleet.ts';

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
const short: { readonly [C in ProblemCode]?: 'offline' | 'online' | 'waiting' } = {
  not_online_warning: 'offline',
  already_online: 'online',
  device_not_approved: 'waiting',
};

/** The effect of an action on the selection, as text. */
export function useBulkText(action: DeviceAction, selection: ReadonlySet<DevicePk>): BulkText {
  const { t } = useTranslation('devices');
  const { store } = useFleet();
  const { viewer } = useViewer();
  const { of } = useObstacleText();
  const name = useActionLabel()(action);
  const possible: DevicePk[] = [];
  const concerned: DevicePk[] = [];
  const left: { full: string; brief: string }[] = [];

  for (const pk of selection) {
    const device = store.get(pk);
    if (!device || !appliesTo(action, device)) continue;
    concerned.push(pk);
    const obstacle = obstacleOf(action, { ...viewer, usesApproval: false }, device);
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
  const reasons = counted('full')
    .map(([reason, count]) => t('bulk_missing', { count, reason }))
    .join(', ');
  const brief = counted('brief')
    .map(([word, count]) => t('bulk_brief', { count, word }))
    .join(', ');
  const counts =
    left.length === 0
      ? t('bulk_all', { action: name, count: total })
      : t('bulk_some', { action: name, count: possible.length, total });
  return { text: brief === '' ? counts : `${counts} – ${brief}`, reasons, possible, concerned };
}
