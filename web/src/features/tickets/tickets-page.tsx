import { Button } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams, type NavigateOptions } from 'react-router-dom';
import { tickets } from '../../entities/ticket/tickets.ts';
import { FilterBar, SearchForm } from '../../ui/filter-bar.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { queryOf, readView, requestOf, ticketSearchKeys, type TicketListView } from './ticket-list.ts';
import { TicketDialog } from './ticket-dialog.tsx';
import { TicketForm } from './ticket-form.tsx';
import { TicketTable } from './ticket-table.tsx';
import { TicketTabs } from './ticket-tabs.tsx';

/** Access tickets: those that the user asked for and those to decide, by tab (spec 3 §2). */
export function TicketsPage() {
  const { t } = useTranslation('tickets');
  const [address, setAddress] = useSearchParams();
  const [isAsking, setAsking] = useState(false);
  const view = readView(address);
  const show = (next: TicketListView, options?: NavigateOptions) =>
    setAddress(queryOf(next), { preventScrollReset: true, ...options });
  const filter = (part: Partial<TicketListView>) => show({ ...view, ...part, page: { ...view.page, index: 0 } });
  const query = tickets.usePage(requestOf(view));
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
        <PagedList
          query={query}
          loading={view.page.size}
          failed={t('failed')}
          empty={{ icon: <IconTicket stroke={1.4} />, title: t(`empty.${view.tab}`), text: t('empty_text') }}
          onClear={view.text === '' ? null : () => filter({ text: '' })}
          page={view.page}
          onPage={(page, options) => show({ ...view, page }, options)}
        >
          {(rows) => (
            <TicketTable
              rows={rows}
              view={view}
              onSort={(by) => filter({ by, order: view.by === by && view.order === 'desc' ? 'asc' : 'desc' })}
              onOpen={open}
            />
          )}
        </PagedList>
      </Panel>
      {view.ticket !== null && <TicketDialog key={view.ticket} pk={view.ticket} onClose={() => open(null)} />}
      {isAsking && <TicketForm onClose={() => setAsking(false)} />}
    </Page>
  );
}
