import type { AccessHistoryRow } from '@vigil/shared/contract/http/histories';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useListView } from '../../lib/use-list-view.ts';
import type { Column } from '../../ui/data-table.tsx';
import { AddressCell, ContextMenu, UserCell } from './history-cells.tsx';
import { historyFilterQuery, historyPageQuery, historyUrl } from './history-list.ts';
import { HistoryPage } from './history-page.tsx';
import { accessHistory } from './reports.ts';
import { useContextLinks } from './use-context-links.ts';
import classes from './statistics.module.css';

const keys = ['email', 'browser'] as const;
const address = historyUrl(keys);
/** What the specification calls the desktop manager, which has no browser (spec 2 §2). */
const DESKTOP_MANAGER = 'CS';

/** Who signed in, from where. */
export function AccessHistoryPage() {
  const { t } = useTranslation('statistics');
  const time = useTimeFormat();
  const list = useListView(address);
  const query = accessHistory.usePage(historyPageQuery(list.view, time.wall), { staleTime: 0 });
  return (
    <HistoryPage
      kind="access"
      list={list}
      query={query}
      pkOf={({ pk }) => pk}
      columns={useColumns()}
      search={keys.map((value) => ({ value, label: t(`key.${value}`) }))}
      exported={{ export_id: 'accessHistoryTable', ...historyFilterQuery(list.view, time.wall) }}
      namesOf={({ mgrid }) => ({ user: mgrid })}
    />
  );
}

function useColumns(): readonly Column<AccessHistoryRow, 'create_time'>[] {
  const { t } = useTranslation('statistics');
  const time = useTimeFormat();
  const linksOf = useContextLinks();
  return [
    {
      id: 'time',
      label: t('column.sign_in'),
      by: 'create_time',
      className: classes.figures,
      render: ({ login_time }) => time.second(login_time),
    },
    {
      id: 'user',
      label: t('column.id'),
      className: classes.name,
      render: ({ mgrid, name, user_pk }) => <UserCell id={mgrid} name={name} pk={user_pk} />,
    },
    {
      id: 'ip',
      label: t('column.ip'),
      render: ({ mgr_pub_ip, mgr_pri_ip }) => <AddressCell open={mgr_pub_ip} inside={mgr_pri_ip} />,
    },
    { id: 'browser', label: t('column.browser'), render: ({ browser }) => browser || DESKTOP_MANAGER },
    { id: 'from', label: t('column.from'), render: ({ login_from }) => t(`login_from.${login_from}`) },
    {
      id: 'context',
      label: t('context'),
      labelled: 'hidden',
      render: ({ user_pk }) => <ContextMenu links={linksOf({ user: user_pk })} />,
    },
  ];
}
