import { Badge, Button, Group } from '@mantine/core';
import type { MaintenanceWindow } from '@vigil/shared/contract/http/maintenance-windows';
import { deleteMaintenanceWindow, endMaintenanceWindow } from '@vigil/shared/contract/routes/alerts';
import { timeZoneOf } from '@vigil/shared/domain/time-zones';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { maintenanceDialog } from '../../entities/maintenance/dialogs.ts';
import { maintenanceWindows } from '../../entities/maintenance/maintenance-windows.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useLanguage } from '../../lib/language.ts';
import { allWeekDays, weekDayName } from '../../lib/week-days.ts';
import type { Column } from '../../ui/data-table.tsx';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { notifyDone } from '../../ui/toasts.ts';
import { useTargetText } from './use-target-text.ts';

export function useWindowColumns(): readonly Column<MaintenanceWindow>[] {
  const { t } = useTranslation('maintenance');
  const language = useLanguage();
  const time = useTimeFormat();
  const targetText = useTargetText();
  const repeatText = ({ repeat, time_zone }: MaintenanceWindow): string => {
    if (!repeat) return t('once');
    const days = repeat.week_days;
    const zone = timeZoneOf(time_zone).name;
    if (days.length === allWeekDays.length) return t('every_day', { zone });
    return t('on_days', { days: days.map((day) => weekDayName(day, language)).join(', '), zone });
  };
  return [
    {
      id: 'target',
      label: t('column.target'),
      labelled: 'wide',
      render: (window) => (
        <>
          {targetText(window)}
          {window.reason !== '' && <small>{window.reason}</small>}
        </>
      ),
    },
    {
      id: 'time',
      label: t('column.time'),
      render: (window) => {
        const shown = window.current ?? window.next;
        return (
          <>
            {shown && time.period(shown.start_time, shown.end_time)}
            <small>{repeatText(window)}</small>
          </>
        );
      },
    },
    {
      id: 'state',
      label: t('column.state'),
      labelled: 'wide',
      render: ({ current }) => (
        <Badge variant="light" tt="none" color={current ? 'green' : 'gray'} c="var(--mantine-color-text)">
          {t(current ? 'running' : 'coming')}
        </Badge>
      ),
    },
    { id: 'devices', label: t('column.devices'), render: ({ device_count }) => device_count.toLocaleString(language) },
    { id: 'by', label: t('column.by'), render: ({ created_by }) => created_by },
    {
      id: 'actions',
      label: t('column.actions'),
      labelled: 'hidden',
      render: (window) => window.editable === 1 && <WindowActions window={window} name={targetText(window)} />,
    },
  ];
}

function WindowActions({ window, name }: { window: MaintenanceWindow; name: string }) {
  const { t } = useTranslation(['maintenance', 'common']);
  const change = maintenanceWindows.useChange();
  const openDialog = useSetAtom(openDialogAtom);
  const params = { pk: String(window.pk) };
  const ask = (what: 'end' | 'delete', run: () => Promise<unknown>) =>
    openDialog(
      confirmationDialog({
        danger: true,
        title: t(`${what}_title`, { name }),
        text: t(`${what}_text`),
        submit: t(what),
        onConfirm: async () => {
          await run();
          notifyDone(t(`${what}_done`, { name }));
        },
      }),
    );
  return (
    <Group gap={6} wrap="nowrap">
      {window.current && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t('end_one', { name })}
          onClick={() => ask('end', () => change(endMaintenanceWindow, { params }))}
        >
          {t('end')}
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t('edit_one', { name })}
        onClick={() => openDialog(maintenanceDialog({ window }))}
      >
        {t('common:edit')}
      </Button>
      <Button
        size="compact-xs"
        variant="light"
        color="red"
        aria-label={t('delete_one', { name })}
        onClick={() => ask('delete', () => change(deleteMaintenanceWindow, { params }))}
      >
        {t('delete')}
      </Button>
    </Group>
  );
}
