import { ActionIcon, Table } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { obstacleTo, type ActionObstacle } from '@vigil/shared/domain/device-actions';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSendCommands } from '../../entities/command/use-send-commands.ts';
import { useObstacleText } from '../../entities/device/use-obstacle-text.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { NO_VALUE, oneDecimalPercentText } from '../../lib/format.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import { keepOrder, type ProcessLine } from './process-rows.ts';
import classes from './detail.module.css';

interface ProcessTableProps {
  device: FleetDevice;
  lines: readonly ProcessLine[];
  /** A process of an old list may be another one by now. */
  isLive: boolean;
}

export function ProcessTable({ device, lines, isLive }: ProcessTableProps) {
  const { t } = useTranslation('detail');
  const { viewer } = useViewer();
  const end = useEndProcess(device);
  const [held, setHeld] = useState<readonly string[]>([]);
  const shown = keepOrder(held, lines);
  const hold = () => setHeld(shown.map(({ key }) => key));
  const release = () => setHeld([]);
  const obstacle = obstacleTo('process_end', viewer, device);

  return (
    <VirtualTable
      label={t('tab.processes')}
      rows={shown}
      keyOf={({ key }) => key}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
      head={
        <>
          <Table.Th className={classes.processName}>{t('processes.name')}</Table.Th>
          <Table.Th className={classes.right}>{t('processes.pid')}</Table.Th>
          <Table.Th className={classes.right}>{t('processes.cpu')}</Table.Th>
          <Table.Th className={classes.right}>{t('processes.memory')}</Table.Th>
          <Table.Th className={classes.end}>
            <span className="visually-hidden">{t('processes.end')}</span>
          </Table.Th>
        </>
      }
    >
      {({ name, pid, cpu, memory }) => (
        <>
          <Table.Td>{name}</Table.Td>
          <Table.Td className={classes.right}>{pid ?? NO_VALUE}</Table.Td>
          <Table.Td className={classes.right}>{oneDecimalPercentText(cpu)}</Table.Td>
          <Table.Td className={classes.right}>{oneDecimalPercentText(memory)}</Table.Td>
          <Table.Td className={classes.end}>
            {isLive && pid !== null && pid > 0 && (
              <EndButton name={name} obstacle={obstacle} onEnd={() => end({ pid, name })} />
            )}
          </Table.Td>
        </>
      )}
    </VirtualTable>
  );
}

function EndButton({ name, obstacle, onEnd }: { name: string; obstacle: ActionObstacle | null; onEnd: () => void }) {
  const { t } = useTranslation('detail');
  const { of } = useObstacleText();
  const label = t('processes.end_one', { name });
  return (
    <DisableWithReason reason={obstacle && of(obstacle)} label={label}>
      <ActionIcon size={22} variant="subtle" color="red" aria-label={label} onClick={onEnd}>
        <IconX size={14} />
      </ActionIcon>
    </DisableWithReason>
  );
}

/** Ends a process after a confirmation; the tray says what came of it. */
function useEndProcess(device: FleetDevice) {
  const { t } = useTranslation('detail');
  const openDialog = useSetAtom(openDialogAtom);
  const send = useSendCommands();
  return (process: { pid: number; name: string }) =>
    openDialog(
      confirmationDialog({
        title: t('processes.end_title', { name: process.name }),
        text: t('processes.end_text', { ...process, device: device.alias }),
        submit: t('processes.end'),
        danger: true,
        onConfirm: () => send.endProcess(device, process),
      }),
    );
}
