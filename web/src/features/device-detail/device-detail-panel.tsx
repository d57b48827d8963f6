import { Button, CloseButton } from '@mantine/core';
import { IconDeviceDesktopOff } from '@tabler/icons-react';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { audits } from '../../entities/audit/audits.ts';
import { commands } from '../../entities/command/commands.ts';
import { parseDevicePk, devicePanelParameters } from '../../entities/device/device-address.ts';
import { devices } from '../../entities/device/devices.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLanguage } from '../../lib/language.ts';
import { useEscape } from '../../lib/use-escape.ts';
import { usePendingQuery, useQueryChanges } from '../../lib/use-query-changes.ts';
import type { DeviceProcesses } from '../../live/live-data.ts';
import { useDevice, useLiveData, useFleetLoaded } from '../../live/use-fleet.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { LoadingRows } from '../../ui/loading-rows.tsx';
import { AccessWindowNotice } from './access-window-notice.tsx';
import { PossibleCloneNotice } from './clone-notice.tsx';
import { DetailHeader } from './detail-header.tsx';
import { DetailOverview } from './detail-overview.tsx';
import { DetailTabs, detailTabsOf, type DetailTab } from './detail-tabs.tsx';
import { OpenAlertsNotice } from './open-alerts-notice.tsx';
import { RunningSessionsNotice } from './running-sessions-notice.tsx';
import { useDetailKeys } from './use-detail-keys.ts';
import classes from './detail.module.css';

export function DeviceDetailPanel() {
  const pk = parseDevicePk(useParams().devicePk);
  return pk === null ? <MissingDevice onClose={null} /> : <OpenedDevice key={pk} pk={pk} />;
}

function OpenedDevice({ pk }: { pk: DevicePk }) {
  const { t } = useTranslation('detail');
  const language = useLanguage();
  const navigate = useNavigate();
  const { groupPk = 'all' } = useParams();
  const [search, changeQuery] = useQueryChanges();
  const askedQuery = usePendingQuery();
  const device = useDevice(pk);
  const loaded = useFleetLoaded();
  const processes = useWatchedDevice(pk);
  const { viewer } = useViewer();
  const tabs = detailTabsOf(viewer);
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'activity';
  const query = devices.useOne(pk);

  const close = useCallback(() => {
    const rest = askedQuery();
    for (const name of devicePanelParameters) rest.delete(name);
    void navigate(`/${language}/device/${groupPk}${rest.size > 0 ? `?${rest.toString()}` : ''}`);
  }, [navigate, language, groupPk, askedQuery]);

  useEscape(close);
  const tabsStart = useRef<HTMLDivElement>(null);
  const showTab = (next: DetailTab) => {
    changeQuery((parameters) => parameters.set('tab', next));
    tabsStart.current?.scrollIntoView();
  };
  const isTabAsked = useRef(search.has('tab'));
  const isShown = device !== undefined;
  useEffect(() => {
    if (isShown && isTabAsked.current) tabsStart.current?.scrollIntoView();
  }, [isShown]);
  useDetailKeys({ pk, tabs, onTab: showTab, onRefresh: () => void query.refetch() });

  if (!device) return loaded ? <MissingDevice onClose={close} /> : <LoadingRows rows={10} />;
  return (
    <section className={classes.panel} aria-label={t('label', { name: device.alias })}>
      <DetailHeader
        device={device}
        refreshing={query.isFetching}
        onRefresh={() => void query.refetch()}
        onClose={close}
      />
      <div className={classes.scroll}>
        {query.isError && <FailedState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />}
        <OpenAlertsNotice pk={device.pk} />
        <AccessWindowNotice device={device} />
        <RunningSessionsNotice pk={device.pk} />
        <PossibleCloneNotice device={device} />
        <DetailTabs
          device={device}
          detail={query.data ?? null}
          processes={processes}
          tabs={tabs}
          tab={tab}
          onTab={showTab}
          start={tabsStart}
        >
          <DetailOverview device={device} detail={query.data ?? null} loading={query.isPending} />
        </DetailTabs>
      </div>
    </section>
  );
}

function MissingDevice({ onClose }: { onClose: (() => void) | null }) {
  const { t } = useTranslation('detail');
  const language = useLanguage();
  return (
    <div className={classes.panel}>
      {onClose && <CloseButton className={classes.closeGone} aria-label={t('close')} onClick={onClose} />}
      <EmptyNote
        icon={<IconDeviceDesktopOff stroke={1.4} />}
        title={t('gone')}
        text={t('gone_text')}
        action={
          <Button component={Link} to={`/${language}/device/all`} variant="default">
            {t('all_devices')}
          </Button>
        }
      />
    </div>
  );
}

/** Subscribes to the device while its panel is open, and reads it again after commands that change it. */
function useWatchedDevice(pk: DevicePk): DeviceProcesses | null {
  const { watchDevice } = useLiveData();
  const rereadCommands = commands.useReread();
  const rereadActivity = audits.useReread();
  const rereadDetail = devices.useReread();
  const [processes, setProcesses] = useState<DeviceProcesses | null>(null);
  useEffect(
    () =>
      watchDevice(pk, {
        onProcesses: setProcesses,
        onCommand: ({ type, state }) => {
          void rereadCommands();
          if (state !== 'done') return;
          void rereadActivity();
          if (type === 'information' || type === 'update') void rereadDetail();
        },
      }),
    [watchDevice, pk, rereadCommands, rereadActivity, rereadDetail],
  );
  return processes;
}
