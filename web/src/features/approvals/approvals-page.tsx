import { IconChecklist, IconHistory, IconKey, type Icon } from '@tabler/icons-react';
import type { ApprovalPk } from '@vigil/shared/contract/ids';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useSearchParams, type NavigateOptions } from 'react-router-dom';
import { approvals } from '../../entities/approval/approvals.ts';
import { ExportButton } from '../../entities/export/export-button.tsx';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLanguage } from '../../lib/language.ts';
import { Page, Panel } from '../../ui/page.tsx';
import { PageTabs } from '../../ui/page-tabs.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { ApprovalFilter } from './approval-filter.tsx';
import {
  isFiltered,
  queryOf,
  readView,
  requestOf,
  tabs,
  type ApprovalListView,
  type TabName,
} from './approval-list.ts';
import { ApprovalTable } from './approval-table.tsx';
import { DecideButtons } from './decide-buttons.tsx';

const icons: { readonly [T in TabName]: Icon } = { mine: IconKey, decide: IconChecklist, history: IconHistory };
const tabNames = Object.keys(tabs) as readonly TabName[];

/** Requests for access: the user's own, those to decide, and what was decided (spec 3 §2, decision 33). */
export function ApprovalsPage() {
  const { t } = useTranslation('approvals');
  const language = useLanguage();
  const { pathname } = useLocation();
  const { viewer } = useViewer();
  const decides = viewer.flags.isAdmin || viewer.flags.isApprover;
  const shown = tabNames.find((name) => pathname.endsWith(`/${tabs[name].path}`)) ?? 'mine';
  if (shown !== 'mine' && !decides) return <Navigate to={`/${language}/${tabs.mine.path}`} replace />;
  return (
    <Page isWide title={t('page')}>
      {decides && (
        <PageTabs
          label={t('page')}
          tabs={tabNames.map((name) => ({
            to: `/${language}/${tabs[name].path}`,
            label: t(`tab.${name}`),
            icon: icons[name],
            isCurrent: name === shown,
          }))}
        />
      )}
      <ApprovalList key={shown} tab={shown} />
    </Page>
  );
}

function ApprovalList({ tab }: { tab: TabName }) {
  const { t } = useTranslation('approvals');
  const time = useTimeFormat();
  const [today] = useState(() => time.wall(Date.now()).slice(0, 10));
  const [address, setAddress] = useSearchParams();
  const view = readView(address, tab, today);
  const show = (next: ApprovalListView, options?: NavigateOptions) => setAddress(queryOf(next, tab, today), options);
  const filter = (part: Partial<ApprovalListView>) => show({ ...view, ...part, page: { ...view.page, index: 0 } });
  const request = requestOf(view, tab, time.wall);
  const query = approvals.usePage({
    ...request,
    limit: view.page.size,
    offset: view.page.index * view.page.size,
  });
  const [selected, setSelected] = useState<ReadonlySet<ApprovalPk>>(new Set());
  const rows = query.data?.objects;
  const total = query.data?.meta.total_count ?? 0;
  const chosen = (rows ?? []).filter(({ pk }) => selected.has(pk));
  const isDeciding = tab === 'decide';
  return (
    <Panel label={t(`tab.${tab}`)}>
      <ApprovalFilter key={`${view.key} ${view.text}`} tab={tab} view={view} onChange={filter}>
        {isDeciding && <DecideButtons chosen={chosen} onDone={() => setSelected(new Set())} />}
        <ExportButton request={{ export_id: 'approvalTable', ...request }} total={total} size="xs" />
      </ApprovalFilter>
      <PagedList
        query={query}
        loading={view.page.size}
        failed={t('failed')}
        empty={{ icon: <IconKey stroke={1.4} />, title: t(`empty.${tab}`), text: t(`empty_text.${tab}`) }}
        onClear={isFiltered(view, tab) ? () => filter({ text: '', state: tabs[tab].state }) : null}
        page={view.page}
        onPage={(page, options) => show({ ...view, page }, options)}
      >
        {(found) => (
          <ApprovalTable
            tab={tab}
            rows={found}
            view={view}
            selection={isDeciding ? { selected, onSelect: setSelected } : null}
            onSort={(by) => filter({ by, order: view.by === by && view.order === 'desc' ? 'asc' : 'desc' })}
          />
        )}
      </PagedList>
    </Panel>
  );
}
