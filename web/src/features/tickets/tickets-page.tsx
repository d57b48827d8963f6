import { Button } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { listTickets } from '../../endpoints.ts';
import { ticketsKey } from '../../entities/ticket/tickets.ts';
import { useServices } from '../../lib/services.ts';
import { FilterBar, SearchForm } from '../../ui/filter-bar.tsx';
import { EmptyNote, FailedState, LoadingRows, NoMatches } from '../../ui/list-state.tsx';
import { Page, Panel, PanelFoot } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { queryOf, readView, requestOf, ticketSearchKeys, type TicketListView } from './ticket-list.ts';
import { TicketDialog } from './ticket-dialog.tsx';
import { TicketForm } from './ticket-form.tsx';
import { TicketTable } from './ticket-table.tsx';
import { TicketTabs } from './ticket-tabs.tsx';

/** Access tickets: those that the user asked for and those to decide, by tab (spec 3 §2). */
export function TicketsPage() {
  const { t } = useTranslation('tickets');
  const { api } = useServices();
  const [address, setAddress] = useSearchParams();
  const [isAsking, setAsking] = useState(false);
  const view = readView(address);
  const show = (next: TicketListView) => setAddress(queryOf(next), { preventScrollReset: true });
  const filter = (part: Partial<TicketListView>) => show({ ...view, ...part, page: { ...view.page, index: 0 } });
  const request = requestOf(view);
  const query = useQuery({
    queryKey: [...ticketsKey, 'list', request],
    queryFn: () => api.call(listTickets, { query: request }),
    placeholderData: keepPreviousData,
  });
  const rows = query.data?.objects;
  const total = query.data?.meta.total_count ?? 0;
  const open = (ticket: number | null) => show({ ...view, ticket });
  return (
    <Page
      isWide
      title={t('page')}
      tools={
        <Button size="xs" onClick={() => setAsking(true)}>
          {t('ask')}
        </Button>
      }
    >
      <TicketTabs
        tab={view.tab}
        counts={query.data?.meta ?? null}
        addressOf={(tab) => `?${queryOf({ ...readView(new URLSearchParams()), tab }).toString()}`}
      />
      <Panel label={t(`tab.${view.tab}`)}>
        <FilterBar>
          <SearchForm
            key={`${view.key} ${view.text}`}
            choices={ticketSearchKeys.map((key) => ({ value: key, label: t(`key.${key}`) }))}
            search={{ key: view.key, value: view.text }}
            texts={{ key: t('search_in'), value: t('search'), go: t('search') }}
            onSearch={({ key, value }) => filter({ key, text: value })}
          />
        </FilterBar>
        {query.isPending && <LoadingRows rows={view.page.size} />}
        {query.isError && <FailedState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />}
        {rows?.length === 0 &&
          (view.text === '' ? (
            <EmptyNote icon={<IconTicket stroke={1.4} />} title={t(`empty.${view.tab}`)} text={t('empty_text')} />
          ) : (
            <NoMatches onClear={() => filter({ text: '' })} />
          ))}
        {rows && rows.length > 0 && (
          <TicketTable
            rows={rows}
            view={view}
            onSort={(by) => filter({ by, order: view.by === by && view.order === 'desc' ? 'asc' : 'desc' })}
            onOpen={open}
          />
        )}
        {rows && total > 0 && (
          <PanelFoot>
            <Pager page={view.page} total={total} onPage={(page) => show({ ...view, page })} />
          </PanelFoot>
        )}
      </Panel>
      {view.ticket !== null && <TicketDialog key={view.ticket} pk={view.ticket} onClose={() => open(null)} />}
      {isAsking && <TicketForm onClose={() => setAsking(false)} />}
    </Page>
  );
}
