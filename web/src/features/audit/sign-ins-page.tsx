import { IconLogin2 } from '@tabler/icons-react';
import { listSignIns } from '@vigil/shared/contract/routes/reports';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useLoadMore } from '../../entities/use-load-more.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { LoadMoreList } from '../../ui/load-more-list.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { AuditTabs } from './audit-tabs.tsx';
import { useSignInColumns } from './sign-in-columns.tsx';
import { SignInFilterFields } from './sign-in-filter-fields.tsx';
import { isSignInFiltered, noSignInFilter, signInQueryOf } from './sign-in-filter.ts';

const ROWS_PER_READ = 50;

/** Who signed in to the company, and who failed to, from where, for administrators. */
export function SignInsPage() {
  const { t } = useTranslation('audit');
  const time = useTimeFormat();
  const [filter, setFilter] = useState(noSignInFilter);
  const request = signInQueryOf(useDeferredValue(filter), time.wall);
  const { query, rows, first } = useLoadMore({
    key: ['sign-ins', request],
    read: ({ call }, after: string | null) =>
      call(listSignIns, { query: { ...request, limit: ROWS_PER_READ, ...(after === null ? {} : { after }) } }),
    nextOf: (parts) => parts.at(-1)?.meta.next ?? null,
    // A sign-in is not announced.
    staleTime: 0,
  });
  const total = first?.meta.total_count ?? 0;
  const columns = useSignInColumns();
  return (
    <Page title={t('title')} isWide>
      <AuditTabs shown="sign_ins" />
      <Panel label={t('sign_ins.title')}>
        <SignInFilterFields filter={filter} onChange={(part) => setFilter({ ...filter, ...part })} />
        <LoadMoreList
          query={query}
          rows={rows}
          loading={12}
          failed={t('sign_ins.read_failed')}
          empty={{ icon: <IconLogin2 stroke={1.4} />, title: t('sign_ins.empty'), text: t('sign_ins.empty_text') }}
          more={t('more', { shown: rows?.length ?? 0, total })}
          end={t('all', { count: total })}
          onClear={isSignInFiltered(filter) ? () => setFilter(noSignInFilter) : null}
        >
          {(found) => <DataTable rows={found} pkOf={({ pk }) => pk} columns={columns} />}
        </LoadMoreList>
      </Panel>
    </Page>
  );
}
