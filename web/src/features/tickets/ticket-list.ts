import type { CallOf } from '@vigil/shared/contract/endpoint';
import type { listTickets } from '@vigil/shared/contract/http/tickets';
import type { TicketTab } from '@vigil/shared/domain/ticket-transitions';
import {
  enumParam,
  createListUrlCodec,
  positiveIntegerParam,
  pagedListQuery,
  type ListUrlState,
} from '../../lib/list-view.ts';

/** The tabs of the specification (spec 3 §2). */
export const ticketTabNames = ['requested', 'approved', 'reject', 'completed'] as const satisfies readonly TicketTab[];
export const ticketSearchKeys = ['reqr_user_name', 'device_name', 'appr_mgr', 'reqr_work_reason'] as const;
const sortKeys = ['reqr_created_date', 'reqr_work_startdate', 'state', 'reqr_user_name'] as const;
export type TicketSortKey = (typeof sortKeys)[number];

interface TicketListView extends ListUrlState<TicketSortKey, (typeof ticketSearchKeys)[number]> {
  readonly tab: TicketTab;
  /** The ticket that is open. */
  readonly ticket: number | null;
}

export const ticketListUrl = createListUrlCodec({
  sort: { keys: sortKeys, by: 'reqr_created_date', order: 'desc' },
  searchKeys: ticketSearchKeys,
  params: { tab: enumParam<TicketTab>(ticketTabNames, 'requested'), ticket: positiveIntegerParam },
});

/** The query of the server for a view. */
export const ticketQueryOf = (view: TicketListView) =>
  ({ state: view.tab, ...pagedListQuery(view) }) as const satisfies NonNullable<CallOf<typeof listTickets>['query']>;
