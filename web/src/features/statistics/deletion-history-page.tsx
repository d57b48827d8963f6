import { auditCode } from '@vigil/shared/contract/audit-codes';
import type { Audit } from '@vigil/shared/contract/http/audits';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { dayRangeServerQuery } from '../../lib/day-range.ts';
import { NO_VALUE } from '../../lib/format.ts';
import { useListView } from '../../lib/use-list-view.ts';
import type { Column } from '../../ui/data-table.tsx';
import { ContextMenu, UserCell } from './history-cells.tsx';
import { historyUrl, noSubjects } from './history-list.ts';
import { HistoryPage } from './history-page.tsx';
import { deletionHistory } from './reports.ts';
import { useContextLinks } from './use-context-links.ts';
import classes from './statistics.module.css';

const address = historyUrl([], noSubjects);
/** What older entries have instead of a name (spec 2 §2). */
const NAMELESS = '1';

/** Which devices were deleted, by whom. */
export function DeletionHistoryPage() {
  const time = useTimeFormat();
  const list = useListView(address);
  const { by, order, page } = list.view;
  const range = { by, order, ...dayRangeServerQuery(list.view, time.wall) };
  const query = deletionHistory.usePage(
    { ...range, limit: page.size, offset: page.index * page.size, q: auditCode.delete },
    { staleTime: 0 },
  );
  return (
    <HistoryPage
      kind="deletion"
      list={list}
      query={query}
      pkOf={({ pk }) => pk}
      columns={useColumns()}
      exported={{ export_id: 'deletedHistoryTable', ...range }}
    />
  );
}

function useColumns(): readonly Column<Audit, 'create_time'>[] {
  const { t } = useTranslation('statistics');
  const time = useTimeFormat();
  const linksOf = useContextLinks();
  return [
    {
      id: 'agent',
      label: t('column.device'),
      render: ({ new_value }) => (new_value === null || new_value === NAMELESS ? NO_VALUE : new_value),
    },
    { id: 'name', label: t('column.name'), render: ({ name }) => name || NO_VALUE },
    {
      id: 'user',
      label: t('column.id'),
      className: classes.name,
      render: ({ reg_mail, member_pk }) => <UserCell id={reg_mail} pk={member_pk} />,
    },
    {
      id: 'time',
      label: t('column.date'),
      by: 'create_time',
      className: classes.figures,
      render: ({ act_time }) => time.second(act_time),
    },
    {
      id: 'context',
      label: t('context'),
      labelled: 'hidden',
      render: ({ device_pk, member_pk }) => (
        <ContextMenu links={linksOf({ device: { pk: device_pk, exists: false }, user: member_pk })} />
      ),
    },
  ];
}
