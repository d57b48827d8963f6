import { Button, Table } from '@mantine/core';
import type { DeviceDetail } from '@vigil/shared/contract/device';
import { issueCommand } from '@vigil/shared/contract/http/commands';
import { obstacleTo } from '@vigil/shared/domain/device-actions';
import { useMutation } from '@tanstack/react-query';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NO_VALUE, percentText } from '../../lib/format.ts';
import { useServices } from '../../lib/services.ts';
import { useObstacleText } from '../../entities/device/use-obstacle-text.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import type { Processes } from '../../live/fleet.ts';
import type { FleetDevice } from '../../live/fleet-store.ts';
import { LoadingRows, EmptyNote } from '../../ui/list-state.tsx';
import { notifyFailed } from '../../ui/notify.ts';
import { DenialTooltip } from '../../ui/denial-tooltip.tsx';
import { storedProcesses, liveProcesses } from './process-rows.ts';
import classes from './detail.module.css';

const SHOWN = 200;

interface ProcessesTabProps {
  device: FleetDevice;
  detail: DeviceDetail | null;
  live: Processes | null;
}

/** The busiest processes. Opening the tab requests them once; the device answers with a `processes` event. */
export function ProcessesTab({ device, detail, live }: ProcessesTabProps) {
  const { t } = useTranslation('detail');
  const { api } = useServices();
  const { viewer } = useViewer();
  const { of } = useObstacleText();
  const time = useTimeFormat();
  const problemText = useProblemText();
  const obstacle = obstacleTo('process_list', viewer, device);
  const read = useMutation({
    mutationFn: () => api.call(issueCommand, { params: { guid: device.guid }, body: { type: 'process_list' } }),
    onError: (error) => notifyFailed(problemText(error)),
  });

  const asked = useRef(false);
  useEffect(() => {
    if (asked.current || obstacle !== null) return;
    asked.current = true;
    read.mutate();
  }, [obstacle, read]);

  const lines = live ? liveProcesses(live) : detail ? storedProcesses(detail) : [];
  const waiting = obstacle === null && live === null && !read.isError;
  return (
    <>
      <div className={classes.between}>
        <span role="status">
          {live ? t('processes.as_of', { time: time.clock(live.at) }) : waiting ? t('processes.reading') : ''}
        </span>
        <DenialTooltip reason={obstacle && of(obstacle)}>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconRefresh size={14} />}
            loading={read.isPending}
            onClick={() => read.mutate()}
          >
            {t('processes.read')}
          </Button>
        </DenialTooltip>
      </div>
      {lines.length === 0 && (waiting ? <LoadingRows rows={5} /> : <EmptyNote title={t('processes.empty')} />)}
      {lines.length > 0 && (
        <Table verticalSpacing={4} horizontalSpacing="xs" fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('processes.name')}</Table.Th>
              <Table.Th className={classes.right}>{t('processes.pid')}</Table.Th>
              <Table.Th className={classes.right}>{t('processes.cpu')}</Table.Th>
              <Table.Th className={classes.right}>{t('processes.memory')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.slice(0, SHOWN).map(({ key, name, pid, cpu, memory }) => (
              <Table.Tr key={key}>
                <Table.Td>{name}</Table.Td>
                <Table.Td className={classes.right}>{pid ?? NO_VALUE}</Table.Td>
                <Table.Td className={classes.right}>{percentText(cpu)}</Table.Td>
                <Table.Td className={classes.right}>{percentText(memory)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  );
}
