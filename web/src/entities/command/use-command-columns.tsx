import type { CommandRow } from '@vigil/shared/contract/http/commands';
import { useTranslation } from 'react-i18next';
import type { TimeFormat } from '../../lib/time-format.ts';
import type { Column } from '../../ui/data-table.tsx';
import { CancelSchedule } from './cancel-schedule.tsx';
import { CommandStateLabel } from './command-state.tsx';
import { useCommandMessage } from './use-command-message.ts';

/** What was asked of a device, what became of it, when, and by whom. */
export function useCommandColumns(time: TimeFormat): readonly Column<CommandRow>[] {
  const { t } = useTranslation(['detail', 'commands']);
  const messageText = useCommandMessage();
  const nameOf = ({ type, parent_id, wakes }: Pick<CommandRow, 'type' | 'parent_id' | 'wakes'>) => {
    if (parent_id === null) return t(`commands:type.${type}`);
    return wakes === null ? t('commands.packet') : t('commands.packet_for', { device: wakes.device_alias });
  };
  return [
    { id: 'what', label: t('commands.what'), render: nameOf },
    {
      id: 'state',
      label: t('commands.state'),
      render: ({ state, percent, message, senders }) => (
        <>
          <CommandStateLabel state={state} percent={percent} />
          {message !== null && message !== '' && <small>{messageText(message)}</small>}
          {senders.map((sender) => (
            <small key={sender.id}>
              {sender.device_alias}: {t(`commands:state.${sender.state}`)}
              {sender.message !== null && ` – ${messageText(sender.message)}`}
            </small>
          ))}
        </>
      ),
    },
    {
      id: 'when',
      label: t('commands.when'),
      render: (row) => (
        <>
          {time.second(row.created_at)}
          {row.schedule_time !== null && (
            <small>{t('commands:scheduled_for', { time: time.minute(row.schedule_time) })}</small>
          )}
          <CancelSchedule command={row} />
        </>
      ),
    },
    { id: 'who', label: t('commands.who'), render: ({ issuer_name }) => issuer_name },
  ];
}
