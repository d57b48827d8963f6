import { Anchor } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import type { CommandRow } from '@vigil/shared/contract/http/commands';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { isFinalCommandState } from '@vigil/shared/domain/command-life';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { commands } from '../../entities/command/commands.ts';
import { useCommandColumns } from '../../entities/command/use-command-columns.tsx';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useLanguage } from '../../lib/language.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ListState } from '../../ui/read-state.tsx';
import { narrowTableProps } from './narrow-table-props.ts';

const LATEST = 20;
const OPEN_INTERVAL_MS = 3_000;

const hasOpenSender = ({ senders }: CommandRow) => senders.some(({ state }) => !isFinalCommandState(state));

/** The commands of this device and their results. */
export function CommandsTab({ pk }: { pk: DevicePk }) {
  const { t } = useTranslation('detail');
  const language = useLanguage();
  const latest = { device_pk: String(pk), order: 'desc', limit: LATEST } as const;
  const query = commands.usePage(latest, {
    // What becomes of the orders of its senders is not announced to this device.
    refetchInterval: ({ state }) => (state.data?.objects.some(hasOpenSender) ? OPEN_INTERVAL_MS : false),
  });
  const columns = useCommandColumns(useTimeFormat());
  const total = query.data?.meta.total_count ?? 0;
  return (
    <ListState
      query={query}
      rows={query.data?.objects}
      loading={4}
      failed={t('commands.failed')}
      empty={{ icon: <IconTerminal2 stroke={1.4} />, title: t('commands.empty'), text: t('commands.empty_text') }}
    >
      {(rows) => (
        <>
          <DataTable rows={rows} pkOf={({ id }) => id} columns={columns} look={narrowTableProps} />
          {total > rows.length && (
            <Anchor component={Link} size="sm" to={`/${language}/management/commands?device=${pk}`}>
              {t('commands.all', { count: total })}
            </Anchor>
          )}
        </>
      )}
    </ListState>
  );
}
