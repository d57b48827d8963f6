import type { FileHistoryRow } from '@vigil/shared/contract/http/histories';
import type { RemoteSessionId } from '@vigil/shared/contract/ids';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { fileSizeText } from '../../lib/format.ts';
import { textParam } from '../../lib/list-view.ts';
import { useListView } from '../../lib/use-list-view.ts';
import type { Column } from '../../ui/data-table.tsx';
import { ContextMenu, DeviceCell, UserCell } from './history-cells.tsx';
import { historyFilterQuery, historyPageQuery, historyUrl } from './history-list.ts';
import { HistoryPage } from './history-page.tsx';
import { fileHistory } from './reports.ts';
import { useContextLinks } from './use-context-links.ts';
import classes from './statistics.module.css';

const keys = ['mgrid', 'file_name'] as const;
const address = historyUrl(keys, { session: textParam });

/** Which files went between users and devices. */
export function FileHistoryPage() {
  const { t } = useTranslation('statistics');
  const time = useTimeFormat();
  const list = useListView(address);
  const { session } = list.view;
  const ofSession = session === '' ? {} : { session: session as RemoteSessionId };
  const query = fileHistory.usePage({ ...historyPageQuery(list.view, time.wall), ...ofSession }, { staleTime: 0 });
  return (
    <HistoryPage
      kind="file"
      list={list}
      query={query}
      pkOf={({ pk }) => pk}
      columns={useColumns()}
      search={keys.map((value) => ({ value, label: t(`key.${value}`) }))}
      exported={{ export_id: 'fileHistoryTable', ...historyFilterQuery(list.view, time.wall), ...ofSession }}
      {...(session === '' ? {} : { narrowed: { label: t('only_session'), clear: () => list.filter({ session: '' }) } })}
      namesOf={({ alias, mgrid }) => ({ device: alias, user: mgrid })}
    />
  );
}

function useColumns(): readonly Column<FileHistoryRow, 'create_time'>[] {
  const { t } = useTranslation('statistics');
  const time = useTimeFormat();
  const linksOf = useContextLinks();
  return [
    {
      id: 'start',
      label: t('column.start'),
      by: 'create_time',
      className: classes.figures,
      render: ({ start_time }) => time.second(start_time),
    },
    {
      id: 'end',
      label: t('column.end'),
      className: classes.figures,
      render: ({ end_time }) => time.second(end_time),
    },
    {
      id: 'user',
      label: t('column.id'),
      className: classes.name,
      render: ({ mgrid, user_pk }) => <UserCell id={mgrid} pk={user_pk} />,
    },
    {
      id: 'file',
      label: t('column.file'),
      className: classes.file,
      render: ({ file_name }) => <span title={file_name}>{file_name}</span>,
    },
    {
      id: 'direction',
      label: t('column.direction'),
      render: ({ action_type }) => t(action_type === 1 ? 'direction.to_device' : 'direction.to_user'),
    },
    {
      id: 'device',
      label: t('column.device'),
      className: classes.name,
      render: ({ alias, device_pk, device_exists }) => (
        <DeviceCell alias={alias} pk={device_pk} exists={device_exists === 1} />
      ),
    },
    {
      id: 'size',
      label: t('column.size'),
      isNumber: true,
      render: ({ file_size }) => fileSizeText(file_size),
    },
    {
      id: 'context',
      label: t('context'),
      labelled: 'hidden',
      render: ({ device_pk, device_exists, user_pk, session: sessionOfFile }) => (
        <ContextMenu
          links={linksOf({ device: { pk: device_pk, exists: device_exists === 1 }, user: user_pk, sessionOfFile })}
        />
      ),
    },
  ];
}
