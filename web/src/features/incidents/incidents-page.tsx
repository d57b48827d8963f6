import { SegmentedControl } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { incidents } from '../../entities/incident/incidents.ts';
import { Page, Panel } from '../../ui/page.tsx';
import { Pager, useLastPage } from '../../ui/pager.tsx';
import { ListState } from '../../ui/read-state.tsx';
import { IncidentDetail } from './incident-detail.tsx';
import { IncidentList } from './incident-list.tsx';
import classes from './incidents.module.css';

const shownStates = ['open', 'resolved', 'all'] as const;
type Shown = (typeof shownStates)[number];
const isShown = (text: string | null): text is Shown => (shownStates as readonly (string | null)[]).includes(text);
const PAGE_SIZE = 20;

/** What is one problem and what is many: incidents as sentences, and one of them with its devices over time. */
export function IncidentsPage() {
  const { t } = useTranslation('incidents');
  const { pk } = useParams();
  const [address, setAddress] = useSearchParams();
  const wanted = address.get('state');
  const state = isShown(wanted) ? wanted : 'open';
  const page = { index: Math.max(0, Number(address.get('page') ?? 1) - 1) || 0, size: PAGE_SIZE };
  const show = (next: Shown, index = 0) =>
    setAddress({ ...(next === 'open' ? {} : { state: next }), ...(index === 0 ? {} : { page: String(index + 1) }) });
  const query = incidents.usePage({ state, limit: PAGE_SIZE, offset: page.index * PAGE_SIZE, order: 'desc' });
  const { total_count: total = 0, open_count: open = 0 } = query.data?.meta ?? {};
  useLastPage(page, query.isSuccess && !query.isPlaceholderData ? total : undefined, (next) => show(state, next.index));
  return (
    <Page
      isWide
      title={t('title')}
      tools={
        <SegmentedControl
          size="xs"
          aria-label={t('show')}
          value={state}
          onChange={(next) => isShown(next) && show(next)}
          data={shownStates.map((value) => ({ value, label: t(`shown.${value}`) }))}
        />
      }
    >
      {query.isSuccess && (
        <p className={classes.summary} role="status">
          {open === 0 ? t('summary_ok') : t('summary', { count: open })}
        </p>
      )}
      <div className={classes.columns} data-open={pk !== undefined || undefined}>
        <Panel label={t('title')}>
          <ListState
            query={query}
            rows={query.data?.objects}
            loading={6}
            failed={t('failed')}
            empty={{ icon: <IconShieldCheck stroke={1.4} />, title: t('empty'), text: t('empty_text') }}
          >
            {(rows) => <IncidentList incidents={rows} search={address.toString()} />}
          </ListState>
          {total > PAGE_SIZE && <Pager page={page} total={total} onPage={(next) => show(state, next.index)} />}
        </Panel>
        {pk === undefined ? null : <IncidentDetail key={pk} pk={pk} />}
      </div>
    </Page>
  );
}
