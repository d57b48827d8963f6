import type { CallOf } from '@vigil/shared/contract/endpoint';
import type { listTickets } from '@vigil/shared/contract/http/tickets';
import type { TicketTab } from '@vigil/shared/domain/ticket-moves';
import { addressOf, oneOf, readPage, type AddressEntry, type ListPage } from '../../lib/list-address.ts';

/** The tabs of the specification (spec 3 §2). */
export const ticketTabNames = ['requested', 'approved', 'reject', 'completed'] as const satisfies readonly TicketTab[];
export const ticketSearchKeys = ['reqr_user_name', 'device_name', 'appr_mgr', 'reqr_work_reason'] as const;
export type TicketSearchKey = (typeof ticketSearchKeys)[number];
const sortKeys = ['reqr_created_date', 'reqr_work_startdate', 'state', 'reqr_user_name'] as const;
export type SortKey = (typeof sortKeys)[number];

/** What the address says. */
export interface TicketListView {
  readonly tab: TicketTab;
  readonly page: ListPage;
  readonly by: SortKey;
  readonly order: 'asc' | 'desc';
  readonly key: TicketSearchKey;
  readonly text: string;
  /** The ticket that is open. */
  readonly ticket: number | null;
}

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,8}$/u.test(text) ? Number(text) : null;

export function readView(query: URLSearchParams): TicketListView {
  return {
    tab: oneOf<TicketTab>(ticketTabNames, query.get('tab'), 'requested'),
    page: readPage(query),
    by: oneOf<SortKey>(sortKeys, query.get('by'), 'reqr_created_date'),
    order: query.get('order') === 'asc' ? 'asc' : 'desc',
    key: oneOf<TicketSearchKey>(ticketSearchKeys, query.get('key'), 'reqr_user_name'),
    text: query.get('text') ?? '',
    ticket: wholeNumber(query.get('ticket')),
  };
}

/** The parameters of a view; what is the default is left out. */
export function queryOf({ tab, page, by, order, key, text, ticket }: TicketListView): URLSearchParams {
  const entries: readonly AddressEntry[] = [
    ['tab', tab, tab === ticketTabNames[0]],
    ['by', by, by === sortKeys[0]],
    ['order', order, order === 'desc'],
    ['key', key, key === ticketSearchKeys[0]],
    ['text', text, text === ''],
    ['ticket', String(ticket), ticket === null],
  ];
  return addressOf(page, entries);
}

/** The query of the server for a view. */
export const requestOf = ({ tab, page, by, order, key, text }: TicketListView) =>
  ({
    state: tab,
    by,
    order,
    limit: page.size,
    offset: page.index * page.size,
    ...(text === '' ? {} : { search_key: key, search_value: text }),
  }) as const satisfies NonNullable<CallOf<typeof listTickets>['query']>;
