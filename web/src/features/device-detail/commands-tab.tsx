import type { CommandRow } from '@vigil/shared/contract/http/commands';
import { isFinalCommandState } from '@vigil/shared/contract/names';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { IconTerminal2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { commands } from '../../entities/command/commands.ts';
import { useCommandMessage } from '../../entities/command/use-command-message.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { CommandStateLabel } from '../../entities/command/command-state.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ListState } from '../../ui/read-state.tsx';
import { narrowTableProps } from './narrow-table-props.ts';

const LATEST = 20;
const OPEN_INTERVAL_MS = 3_000;

const hasOpenSender = ({ senders }: CommandRow) => senders.some(({ state }) => !isFinalCommandState(state));

/** The commands of this device and their results. */
export function CommandsTab({ pk }: { pk: DevicePk }) {
  const { t } = useTranslation(['detail', 'commands']);
  const time = useTimeFormat();
  const messageText = useCommandMessage();
  const latest = { device_pk: String(pk), order: 'desc', limit: LATEST } as const;
  const query = commands.usePage(latest, {
    // What becomes of the orders of its senders is not announced to this device.
    refetchInterval: ({ state }) => (state.data?.objects.some(hasOpenSender) ? OPEN_INTERVAL_MS : false),
  });
  const nameOf = ({ type, parent_id, wakes }: Pick<CommandRow, 'type' | 'parent_id' | 'wakes'>) => {
    if (parent_id === null) return t(`commands:type.${type}`);
    return wakes === null ? t('commands.packet') : t('commands.packet_for', { device: wakes.device_alias });
  };
  const columns: readonly Column<CommandRow>[] = [
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
    { id: 'when', label: t('commands.when'), render: ({ created_at }) => time.second(created_at) },
    { id: 'who', label: t('commands.who'), render: ({ issuer_name }) => issuer_name },
  ];
  return (
    <ListState
      query={query}
      rows={query.data?.objects}
      loading={4}
      failed={t('commands.failed')}
      empty={{ icon: <IconTerminal2 stroke={1.4} />, title: t('commands.empty'), text: t('commands.empty_text') }}
    >
      {(rows) => <DataTable rows={rows} pkOf={({ id }) => id} columns={columns} look={narrowTableProps} />}
    </ListState>
  );
}
