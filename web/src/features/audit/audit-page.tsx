import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { listAudits } from '../../endpoints.ts';
import { audits } from '../../entities/audit/audits.ts';
import { ExportButton } from '../../entities/export/export-button.tsx';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import { MoreList } from '../../ui/more-list.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { AuditFilterFields } from './audit-filter-fields.tsx';
import { isFiltered, noFilter, requestOf } from './audit-filter.ts';
import { AuditTable } from './audit-table.tsx';

const ROWS_PER_READ = 50;

/** What users of the company did, for administrators: filtered, and saved as a spreadsheet (decision 59). */
export function AuditPage() {
  const { viewer } = useViewer();
  const language = useLanguage();
  return viewer.flags.isAdmin ? <History /> : <Navigate to={`/${language}/device/all`} replace />;
}

function History() {
  const { t } = useTranslation('audit');
  const { api } = useServices();
  const time = useTimeFormat();
  const [filter, setFilter] = useState(noFilter);
  const request = requestOf(useDeferredValue(filter), time.wall);
  const query = useInfiniteQuery({
    queryKey: [...audits.key, request],
    queryFn: ({ pageParam }) =>
      api.call(listAudits, {
        query: { ...request, limit: ROWS_PER_READ, ...(pageParam === null ? {} : { after: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next,
    placeholderData: (before) => before,
    // What was done since is not announced.
    staleTime: 0,
  });
  const rows = query.data?.pages.flatMap(({ objects }) => objects);
  const total = query.data?.pages[0]?.meta.total_count ?? 0;
  return (
    <Page
      title={t('title')}
      tools={<ExportButton request={{ export_id: 'auditTable', ...request }} total={total} />}
      isWide
    >
      <Panel label={t('title')}>
        <AuditFilterFields filter={filter} onChange={(part) => setFilter({ ...filter, ...part })} />
        <MoreList
          query={query}
          rows={rows}
          loading={12}
          failed={t('failed')}
          empty={{ icon: <IconHistory stroke={1.4} />, title: t('empty'), text: t('empty_text') }}
          more={t('more', { shown: rows?.length ?? 0, total })}
          end={t('all', { total })}
          onClear={isFiltered(filter) ? () => setFilter(noFilter) : null}
        >
          {(found) => <AuditTable rows={found} />}
        </MoreList>
      </Panel>
    </Page>
  );
}
