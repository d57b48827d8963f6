import { Select } from '@mantine/core';
import { IconChecklist, IconHistory, IconKey, type Icon } from '@tabler/icons-react';
import type { AccessRequest } from '@vigil/shared/contract/http/approvals';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { approvals } from '../../entities/approval/approvals.ts';
import { ExportButton } from '../../entities/export/export-button.tsx';
import { DayRangeFields } from '../../entities/session/day-range-fields.tsx';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useSummary } from '../../entities/summary.ts';
import { useLanguage } from '../../lib/language.ts';
import { useListView } from '../../lib/use-list-view.ts';
import { useRowSelection } from '../../lib/use-row-selection.ts';
import { ListPanel } from '../../ui/list-panel.tsx';
import { PageTabs } from '../../ui/page-tabs.tsx';
import { Page } from '../../ui/page.tsx';
import { isDecidable, useApprovalColumns } from './approval-columns.tsx';
import {
  approvalListUrl,
  approvalQueryOf,
  isApprovalListFiltered,
  stateFiltersOf,
  approvalTabs,
  type ApprovalListView,
  type TabName,
} from './approval-list.ts';
import { DecideButtons } from './decide-buttons.tsx';
import classes from './approvals.module.css';

const icons: { readonly [T in TabName]: Icon } = { mine: IconKey, decide: IconChecklist, history: IconHistory };
const noRequests: readonly AccessRequest[] = [];
const tabNames = Object.keys(approvalTabs) as readonly TabName[];
/** Administrators decide first. */
const tabNamesOfAdmin: readonly TabName[] = ['decide', 'history', 'mine'];

/** Requests for access: the user's own, those to decide, and what was decided (spec 3 §2, decision 33). */
export function ApprovalsPage() {
  const { t } = useTranslation('approvals');
  const language = useLanguage();
  const { pathname } = useLocation();
  const { viewer } = useViewer();
  const { waitingRequests } = useSummary();
  const shown = tabNames.find((name) => pathname.endsWith(`/${approvalTabs[name].path}`)) ?? 'mine';
  return (
    <Page isWide title={t('page')}>
      {viewer.flags.isApprover && (
        <PageTabs
          label={t('page')}
          tabs={(viewer.flags.isAdmin ? tabNamesOfAdmin : tabNames).map((name) => ({
            to: `/${language}/${approvalTabs[name].path}`,
            label: t(`tab.${name}`),
            icon: icons[name],
            isCurrent: name === shown,
            ...(name === 'decide' && waitingRequests > 0 ? { count: waitingRequests } : {}),
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
  const address = useMemo(() => approvalListUrl(tab, today), [tab, today]);
  const list = useListView(address);
  const { view, filter } = list;
  const found = approvalQueryOf(view, tab, time.wall);
  const query = approvals.usePage({
    ...found,
    limit: view.page.size,
    offset: view.page.index * view.page.size,
  });
  const selection = useRowSelection(query.data?.objects ?? noRequests);
  const isDeciding = tab === 'decide';
  return (
    <ListPanel
      label={t(`tab.${tab}`)}
      list={list}
      query={query}
      filters={
        <>
          <StateSelect tab={tab} view={view} onChange={filter} />
          <DayRangeFields range={view} onChange={filter} />
        </>
      }
      search={approvalTabs[tab].keys.map((key) => ({ value: key, label: t(`key.${key}`) }))}
      tools={
        <div className={classes.tools}>
          {isDeciding && <DecideButtons chosen={selection.rows} onDone={() => selection.onSelect(new Set())} />}
          <ExportButton
            request={{ export_id: 'approvalTable', ...found }}
            total={query.data?.meta.total_count ?? 0}
            size="xs"
          />
        </div>
      }
      failed={t('failed')}
      empty={{ icon: <IconKey stroke={1.4} />, title: t(`empty.${tab}`), text: t(`empty_text.${tab}`) }}
      onClear={
        isApprovalListFiltered(view, tab)
          ? () => filter({ search: { ...view.search, value: '' }, state: approvalTabs[tab].state })
          : null
      }
      pkOf={({ pk }) => pk}
      columns={useApprovalColumns(tab)}
      selection={
        isDeciding
          ? {
              ...selection,
              labelOf: (approval) => t('select', { name: approval.device_alias, requester: approval.requester_name }),
              denialOf: (approval) => (isDecidable(approval) ? null : t('not_to_decide')),
            }
          : undefined
      }
    />
  );
}

const ALL = 'all';

interface StateSelectProps {
  tab: TabName;
  view: ApprovalListView;
  onChange: (part: Partial<ApprovalListView>) => void;
}

/** The state of the requests; a text that is searched for stays. */
function StateSelect({ tab, view, onChange }: StateSelectProps) {
  const { t } = useTranslation('approvals');
  const choices = [
    { value: ALL, label: t('any_state') },
    ...stateFiltersOf(tab).map((state) => ({ value: String(state), label: t(`state.${state}`) })),
  ];
  const choose = (value: string) =>
    onChange({ state: stateFiltersOf(tab).find((state) => String(state) === value) ?? null });
  return (
    <Select
      size="xs"
      w={150}
      aria-label={t('field.state')}
      data={choices}
      value={view.state === null ? ALL : String(view.state)}
      onChange={(value) => value !== null && choose(value)}
      allowDeselect={false}
    />
  );
}
