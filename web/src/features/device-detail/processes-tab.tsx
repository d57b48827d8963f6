import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { DeviceDetail } from '@vigil/shared/contract/device';
import { issueCommand } from '@vigil/shared/contract/routes/commands';
import { obstacleTo } from '@vigil/shared/domain/device-actions';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useObstacleText } from '../../entities/device/use-obstacle-text.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import type { DeviceProcesses } from '../../live/live-data.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { LoadingRows } from '../../ui/loading-rows.tsx';
import { notifyFailed } from '../../ui/toasts.ts';
import { storedProcesses, liveProcesses } from './process-rows.ts';
import { ProcessTable } from './process-table.tsx';
import classes from './detail.module.css';

interface ProcessesTabProps {
  device: FleetDevice;
  detail: DeviceDetail | null;
  live: DeviceProcesses | null;
}

/** The busiest processes: live while the tab is open, and as they were listed last when the device is offline. */
export function ProcessesTab({ device, detail, live }: ProcessesTabProps) {
  const { t } = useTranslation('detail');
  const { api } = useServices();
  const { viewer } = useViewer();
  const { of } = useObstacleText();
  const { watchProcesses } = useLiveData();
  const time = useTimeFormat();
  const problemText = useProblemText();
  const obstacle = obstacleTo('process_list', viewer, device);
  const read = useMutation({
    mutationFn: () => api.call(issueCommand, { params: { guid: device.guid }, body: { type: 'process_list' } }),
    onError: (error) => notifyFailed(problemText(error)),
  });
  useEffect(() => watchProcesses(device.pk), [watchProcesses, device.pk]);

  const lines = useMemo(() => (live ? liveProcesses(live) : detail ? storedProcesses(detail) : []), [live, detail]);
  const isOnline = device.isOnline;
  const listedAt = live?.at ?? detail?.prcss_time ?? null;
  const waiting = obstacle === null && live === null && !read.isError;
  const total = live ? (live.total ?? null) : (detail?.prcss_total ?? null);
  const withTotal = (listed: string) =>
    total === null ? listed : `${listed} · ${t('list_first', { shown: lines.length, total })}`;
  const status = () => {
    if (live && isOnline) return withTotal(t('processes.as_of', { time: time.clock(live.at) }));
    if (listedAt !== null) return withTotal(t('processes.last', { time: time.second(listedAt) }));
    return waiting ? t('processes.reading') : '';
  };
  return (
    <>
      <div className={classes.between}>
        <span role="status">{status()}</span>
        <DisableWithReason reason={obstacle && of(obstacle)}>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconRefresh size={14} />}
            loading={read.isPending}
            onClick={() => read.mutate()}
          >
            {t('processes.read')}
          </Button>
        </DisableWithReason>
      </div>
      {lines.length === 0 && (waiting ? <LoadingRows rows={5} /> : <EmptyNote title={t('processes.empty')} />)}
      {lines.length > 0 && <ProcessTable device={device} lines={lines} isLive={live !== null} />}
    </>
  );
}
