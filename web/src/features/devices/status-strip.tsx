import { Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBell,
  IconCircleCheck,
  IconCopy,
  IconHourglass,
  IconLock,
  IconPlugConnectedX,
  type Icon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { DeviceTrendPoint } from '@vigil/shared/contract/http/trends';
import { readDeviceTrends } from '@vigil/shared/contract/routes/devices';
import { memo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListScope } from '../../entities/device/device-address.ts';
import { hasTrend, statuses, type Status } from '../../entities/device/device-status.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { NO_VALUE } from '../../lib/format.ts';
import { useServices } from '../../lib/services.ts';
import { useLiveData, useFleetLoaded } from '../../live/use-fleet.ts';
import { Sparkline } from '../../ui/sparkline.tsx';
import type { ChangeFilter } from './use-device-list-filter.ts';
import type { DeviceList } from './use-device-list.ts';
import classes from './status-strip.module.css';

/** The server has another moment every five minutes. */
const REFRESH_MS = 60_000;
const none: readonly DeviceTrendPoint[] = [];

/** How the list stood in the last hour, the oldest first; empty until it is known. */
function useTrends(scope: ListScope): readonly DeviceTrendPoint[] {
  const { api } = useServices();
  const { data } = useQuery({
    queryKey: ['trends', scope],
    queryFn: async () => {
      const device_group_pk = typeof scope === 'number' ? String(scope) : scope;
      return (await api.call(readDeviceTrends, { query: { device_group_pk } })).objects;
    },
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });
  return data ?? none;
}

const icons: { readonly [S in Status]: Icon } = {
  online: IconCircleCheck,
  offline: IconPlugConnectedX,
  over_threshold: IconAlertTriangle,
  alerts: IconBell,
  waiting_approval: IconHourglass,
  possible_clone: IconCopy,
};

/**
 * Counters of the devices of a list by status, each with a sparkline of the last hour. Clicking one filters the list by
 * that status. The counter of possible clones is shown only when it is not zero.
 */
export function StatusStrip({ list: { scope, counts, filter, changeFilter } }: { list: DeviceList }) {
  const { t } = useTranslation('devices');
  const trends = useTrends(scope);
  // Before the list and the open alerts are loaded, a zero would be wrong.
  const isLoaded = useFleetLoaded();
  const { alerts } = useLiveData();
  const areAlertsKnown = useSyncExternalStore(alerts.subscribe, alerts.isKnown);
  const isCounted = (status: Status) => isLoaded && (status !== 'alerts' || areAlertsKnown);
  const isShown = (status: Status) => hasTrend(status) || counts[status] > 0 || filter.status === status;
  return (
    <div className={classes.strip} role="group" aria-label={t('status.label')}>
      {statuses.filter(isShown).map((status) => (
        <StatusTile
          key={status}
          status={status}
          count={isCounted(status) ? counts[status] : null}
          trends={trends}
          isFilter={filter.status === status}
          onChange={changeFilter}
        />
      ))}
    </div>
  );
}

/** Online and offline need no explanation. */
const hasHint = <W extends Status | 'locked'>(word: W): word is Exclude<W, 'online' | 'offline'> =>
  word !== 'online' && word !== 'offline';

interface StatusTileProps {
  status: Status;
  /** Null while the list is loading. */
  count: number | null;
  trends: ReturnType<typeof useTrends>;
  isFilter: boolean;
  onChange: ChangeFilter;
}

const StatusTile = memo(function StatusTile({ status, count, trends, isFilter, onChange }: StatusTileProps) {
  const { t } = useTranslation('devices');
  const { viewer } = useViewer();
  // To a user whom access windows bind, nothing waits: the device is locked until a window opens.
  const isLocked = status === 'waiting_approval' && viewer.usesApproval;
  const Shape = isLocked ? IconLock : icons[status];
  const word = isLocked ? 'locked' : status;
  // The line ends at the count that is shown now.
  const hour = trends.length === 0 || !hasTrend(status) ? [] : [...trends.map((moment) => moment[status]), count];
  const known = hour.filter((value) => value !== null);
  return (
    <Tooltip
      label={hasHint(word) && t(`status.hint.${word}`)}
      disabled={!hasHint(word)}
      // Above it is the title; below it are the controls of the list.
      position="top"
      // A tap filters; the hint would stay on top of the result.
      events={{ hover: true, focus: true, touch: false }}
      multiline
      maw={260}
    >
      <UnstyledButton
        className={classes.tile}
        aria-pressed={isFilter}
        data-status={status}
        data-none={!count || undefined}
        onClick={() => onChange({ status: isFilter ? null : status })}
      >
        <span className={classes.name}>
          <Shape size={14} stroke={1.8} aria-hidden="true" />
          <span>{t(`status.${word}`)}</span>
        </span>
        <span className={classes.counts}>
          <strong>{count === null ? NO_VALUE : t('status.count', { count })}</strong>
          {hour.length > 0 && (
            <Sparkline values={hour} label={t('status.hour', { low: Math.min(...known), high: Math.max(...known) })} />
          )}
        </span>
      </UnstyledButton>
    </Tooltip>
  );
});
