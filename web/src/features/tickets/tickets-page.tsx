import { Button } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tickets } from '../../entities/ticket/tickets.ts';
import { useListView } from '../../lib/use-list-view.ts';
import { ListPage } from '../../ui/list-panel.tsx';
import { useTicketColumns } from './ticket-columns.tsx';
import { TicketDialog } from './ticket-dialog.tsx';
import { TicketForm } from './ticket-form.tsx';
import { ticketQueryOf, ticketListUrl, ticketSearchKeys } from './ticket-list.ts';
import { TicketTabs } from './ticket-tabs.tsx';

/** Access tickets: those that the user asked for and those to decide, by tab (spec 3 §2). */
export function TicketsPage() {
  const { t } = useTranslation('tickets');
  const [isAsking, setAsking] = useState(false);
  const list = useListView(ticketListUrl);
  const { view, show } = list;
  const query = tickets.usePage(ticketQueryOf(view));
  const open = (ticket: number | null) => show({ ticket });
  return (
    <>
      <ListPage
        title={t('page')}
        label={t(`tab.${view.tab}`)}
        actions={
          <Button size="xs" onClick={() => setAsking(true)}>
            {t('ask')}
          </Button>
        }
        summary={
          <TicketTabs
            tab={view.tab}
            counts={query.data?.meta ?? null}
            addressOf={(tab) =>
              `?${ticketListUrl.write({ ...ticketListUrl.read(new URLSearchParams()), tab }).toString()}`
            }
          />
        }
        list={list}
        query={query}
        search={ticketSearchKeys.map((key) => ({ value: key, label: t(`key.${key}`) }))}
        failed={t('failed')}
        empty={{ icon: <IconTicket stroke={1.4} />, title: t(`empty.${view.tab}`), text: t('empty_text') }}
        pkOf={({ id }) => id}
        columns={useTicketColumns(open)}
      />
      {view.ticket !== null && <TicketDialog key={view.ticket} pk={view.ticket} onClose={() => open(null)} />}
      {isAsking && <TicketForm onClose={() => setAsking(false)} />}
    </>
  );
}
