import { IconHistory } from '@tabler/icons-react';
import { listAudits } from '@vigil/shared/contract/routes/reports';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { auditSubjectQuery, subjectOf } from '../../entities/audit/audit-subject.ts';
import { audits } from '../../entities/audit/audits.ts';
import { ExportButton } from '../../entities/export/export-button.tsx';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useLoadMore } from '../../entities/use-load-more.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { LoadMoreList } from '../../ui/load-more-list.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { useAuditColumns } from './audit-columns.tsx';
import { AuditFilterFields } from './audit-filter-fields.tsx';
import { isAuditFiltered, noAuditFilter, auditQueryOf, type AuditFilter } from './audit-filter.ts';
import { AuditTabs } from './audit-tabs.tsx';

const ROWS_PER_READ = 50;

/** What users of the company did, for administrators: filtered, and saved as a spreadsheet (decision 59). */
export function AuditPage() {
  const { t } = useTranslation('audit');
  const time = useTimeFormat();
  // The subject stands in the address, because details of users and groups lead here.
  const [address, setAddress] = useSearchParams();
  const [fields, setFields] = useState(noAuditFilter);
  const filter = { ...fields, subject: subjectOf(address) };
  const change = (part: Partial<AuditFilter>) => {
    setFields({ ...fields, ...part });
    if (part.subject !== undefined) setAddress(auditSubjectQuery(part.subject), { replace: true });
  };
  const request = auditQueryOf({ ...useDeferredValue(fields), subject: filter.subject }, time.wall);
  const { query, rows, first } = useLoadMore({
    key: [...audits.key, request],
    read: ({ call }, after: string | null) =>
      call(listAudits, { query: { ...request, limit: ROWS_PER_READ, ...(after === null ? {} : { after }) } }),
    nextOf: (parts) => parts.at(-1)?.meta.next ?? null,
    // What was done since is not announced.
    staleTime: 0,
  });
  const total = first?.meta.total_count ?? 0;
  const columns = useAuditColumns();
  return (
    <Page
      title={t('title')}
      tools={<ExportButton request={{ export_id: 'auditTable', ...request }} total={total} />}
      isWide
    >
      <AuditTabs shown="activity" />
      <Panel label={t('title')}>
        <AuditFilterFields filter={filter} onChange={change} />
        <LoadMoreList
          query={query}
          rows={rows}
          loading={12}
          failed={t('failed')}
          empty={{ icon: <IconHistory stroke={1.4} />, title: t('empty'), text: t('empty_text') }}
          more={t('more', { shown: rows?.length ?? 0, total })}
          end={t('all', { count: total })}
          onClear={isAuditFiltered(filter) ? () => change(noAuditFilter) : null}
        >
          {(found) => <DataTable rows={found} pkOf={({ pk }) => pk} columns={columns} />}
        </LoadMoreList>
      </Panel>
    </Page>
  );
}
