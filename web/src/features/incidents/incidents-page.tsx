import { SegmentedControl } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { incidents } from '../../entities/incident/incidents.ts';
import { addressOf, readPage, type ListPage } from '../../lib/list-address.ts';
import { Page, Panel } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { IncidentDetail } from './incident-detail.tsx';
import { IncidentList } from './incident-list.tsx';
import classes from './incidents.module.css';

const shownStates = ['open', 'resolved', 'all'] as const;
type Shown = (typeof shownStates)[number];
const isShown = (text: string | null): text is Shown => (shownStates as readonly (string | null)[]).includes(text);
const USUAL_SIZE = 20;

/** What is one problem and what is many: incidents as sentences, and one of them with its devices over time. */
export function IncidentsPage() {
  const { t } = useTranslation('incidents');
  const { pk } = useParams();
  const [address, setAddress] = useSearchParams();
  const wanted = address.get('state');
  const state = isShown(wanted) ? wanted : 'open';
  const page = readPage(address, USUAL_SIZE);
  const show = (next: Shown, at: ListPage, options?: { replace: boolean }) =>
    setAddress(addressOf(at, [['state', next, next === 'open']], USUAL_SIZE), options);
  const query = incidents.usePage({ state, limit: page.size, offset: page.index * page.size, order: 'desc' });
  const open = query.data?.meta.open_count ?? 0;
  return (
    <Page
      isWide
      title={t('title')}
      tools={
        <SegmentedControl
          size="xs"
          aria-label={t('show')}
          value={state}
          onChange={(next) => isShown(next) && show(next, { ...page, index: 0 })}
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
          <PagedList
            query={query}
            page={page}
            onPage={(next, options) => show(state, next, options)}
            loading={6}
            failed={t('failed')}
            empty={{ icon: <IconShieldCheck stroke={1.4} />, title: t('empty'), text: t('empty_text') }}
          >
            {(rows) => <IncidentList incidents={rows} search={address.toString()} />}
          </PagedList>
        </Panel>
        {pk === undefined ? null : <IncidentDetail key={pk} pk={pk} />}
      </div>
    </Page>
  );
}
