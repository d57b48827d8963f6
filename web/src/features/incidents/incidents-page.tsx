import { Anchor, Group, SegmentedControl } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import type { Incident } from '@vigil/shared/contract/http/incidents';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { incidents } from '../../entities/incident/incidents.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLanguage } from '../../lib/language.ts';
import { createListUrlCodec, enumParam, positiveIntegerParam, textParam } from '../../lib/list-view.ts';
import { useListView } from '../../lib/use-list-view.ts';
import { useRowSelection } from '../../lib/use-row-selection.ts';
import { Page, Panel } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { SelectionBar } from '../../ui/selection-bar.tsx';
import { AcknowledgeSelectedButton } from './acknowledge-selected-button.tsx';
import { IncidentDetail } from './incident-detail.tsx';
import { IncidentFilters } from './incident-filters.tsx';
import { IncidentList } from './incident-list.tsx';
import classes from './incidents.module.css';

const shownStates = ['open', 'resolved', 'all'] as const;
type Shown = (typeof shownStates)[number];
const noIncidents: readonly Incident[] = [];

/** The latest first. */
const incidentList = createListUrlCodec({
  sort: { keys: ['started'], by: 'started', order: 'desc' },
  usualSize: 20,
  params: { state: enumParam<Shown>(shownStates, 'open'), text: textParam, group: positiveIntegerParam },
});

/** What is one problem and what is many: incidents as sentences, and one of them with its devices over time. */
export function IncidentsPage() {
  const { t } = useTranslation('incidents');
  const language = useLanguage();
  const { viewer } = useViewer();
  const { pk } = useParams();
  const { view, key, turnTo, filter } = useListView(incidentList);
  const { state, page, text, group } = view;
  const query = incidents.usePage({
    state,
    limit: page.size,
    offset: page.index * page.size,
    order: 'desc',
    ...(text.trim() !== '' && { search_value: text.trim() }),
    ...(group !== null && { group_pk: String(group) }),
  });
  const selection = useRowSelection<Incident, Incident['pk']>(query.data?.objects ?? noIncidents);
  const untaken = selection.rows.filter((incident) => incident.state === 0);
  const clearSelection = () => selection.onSelect(new Set());
  const mayAcknowledge = viewer.flags.useFunction && !viewer.isGuest;
  const isFiltered = text.trim() !== '' || group !== null;
  const open = query.data?.meta.open_count ?? 0;
  return (
    <Page
      isWide
      title={t('title')}
      tools={
        <Group gap="xs">
          <AcknowledgeSelectedButton selected={untaken} onDone={clearSelection} />
          <SegmentedControl
            size="xs"
            aria-label={t('show')}
            value={state}
            onChange={(next) => filter({ state: next })}
            data={shownStates.map((value) => ({ value, label: t(`shown.${value}`) }))}
          />
        </Group>
      }
    >
      {query.isSuccess && state !== 'resolved' && (
        <p className={classes.summary} role="status">
          {open > 0
            ? t('summary', { count: open })
            : query.data.meta.has_thresholds
              ? t('summary_ok')
              : t('no_thresholds')}
          {!query.data.meta.has_thresholds && viewer.flags.isAdmin && (
            <>
              {' '}
              <Anchor component={Link} to={`/${language}/management/groups`} inherit>
                {t('set_thresholds')}
              </Anchor>
            </>
          )}
        </p>
      )}
      <div className={classes.columns} data-open={pk !== undefined || undefined}>
        <Panel label={t('title')}>
          <IncidentFilters filter={{ text, group }} onChange={filter} />
          <PagedList
            query={query}
            page={page}
            onPage={turnTo}
            loading={6}
            failed={t('failed')}
            onClear={isFiltered ? () => filter({ text: '', group: null }) : null}
            empty={{ icon: <IconShieldCheck stroke={1.4} />, title: t('empty'), text: t('empty_text') }}
          >
            {(rows) => <IncidentList incidents={rows} urlQuery={key} selection={mayAcknowledge ? selection : null} />}
          </PagedList>
          <SelectionBar count={selection.rows.length} hidden={selection.hidden} onClear={clearSelection} />
        </Panel>
        {pk === undefined ? null : <IncidentDetail key={pk} pk={pk} />}
      </div>
    </Page>
  );
}
