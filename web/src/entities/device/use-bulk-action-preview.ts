import type { DevicePk } from '@vigil/shared/contract/ids';
import type { ProblemCode } from '@vigil/shared/contract/problems';
import { isActionApplicable, isActionOffered, obstacleTo, type MenuAction } from '@vigil/shared/domain/device-actions';
import { useTranslation } from 'react-i18next';
import { useLiveData } from '../../live/use-fleet.ts';
import { useViewer } from '../session/viewer.ts';
import { joinReasons } from './join-reasons.ts';
import { useActionLabel } from './use-action-label.ts';
import { useObstacleText } from './use-obstacle-text.ts';

interface BulkText {
  /** "Reboot 18 of 20 – 2 offline" */
  text: string;
  /** The devices that are left out, by name, and why, in full sentences. */
  reasons: string;
  possible: DevicePk[];
  /** The devices that the action applies to; a dialog lists those that it leaves out. */
  concerned: DevicePk[];
}

/** A tooltip has room for the names of so many devices for each reason; the dialog names all. */
const NAMED = 5;

/** Short words for states, for buttons. */
const short: {
  readonly [C in ProblemCode]?: 'offline' | 'online' | 'waiting' | 'window' | 'newest' | 'no_release';
} = {
  not_online_warning: 'offline',
  already_online: 'online',
  device_not_approved: 'waiting',
  out_of_window: 'window',
  already_newest: 'newest',
  no_release: 'no_release',
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
    const left: { name: string; full: string; brief: string }[] = [];
    let isApplicable = false;

    for (const pk of selection) {
      const device = store.get(pk);
      // Access is requested for one device at a time.
      const isRequest = action === 'approve' && viewer.usesApproval;
      if (!device || !isOffered || isRequest) continue;
      const isApplicableHere = isActionApplicable(action, viewer, device);
      // Who deletes a selection means all of it; approval and rejection are for those that wait, and no others.
      if (!isApplicableHere && action !== 'delete') continue;
      isApplicable ||= isApplicableHere;
      concerned.push(pk);
      const obstacle = obstacleTo(action, viewer, device);
      if (obstacle === null) possible.push(pk);
      else {
        const word = obstacle.kind === 'state' ? short[obstacle.code] : undefined;
        left.push({ name: device.alias, full: of(obstacle, pk), brief: word ? t(`short.${word}`) : '' });
      }
    }
    if (!isApplicable) return { text: '', reasons: '', possible: [], concerned: [] };
    const total = concerned.length;
    const reasons = joinReasons(
      [...Map.groupBy(left, ({ full }) => full)].map(([reason, own]) => {
        const first = own.slice(0, NAMED).map(({ name }) => name);
        const count = own.length - first.length;
        const names = first.join(', ');
        return t('bulk_missing_named', {
          names: count > 0 ? t('bulk_names_and_more', { names, count }) : names,
          reason,
        });
      }),
    );
    const brief = [...Map.groupBy(left, (one) => one.brief)]
      .filter(([word]) => word !== '')
      .map(([word, own]) => t('bulk_brief', { count: own.length, word }))
      .join(', ');
    const counts =
      left.length === 0
        ? t('bulk_all', { action: label(action), count: total })
        : t('bulk_some', { action: label(action), count: possible.length, total });
    return { text: brief === '' ? counts : `${counts} – ${brief}`, reasons, possible, concerned };
  };
}
