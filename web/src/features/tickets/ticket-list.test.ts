import { expect, test } from 'vitest';
import { ticketQueryOf, ticketListUrl } from './ticket-list.ts';

const read = (text: string) => ticketListUrl.read(new URLSearchParams(text));

test('an address without parameters shows the requested tickets, newest first', () => {
  expect(ticketQueryOf(read(''))).toEqual({
    state: 'requested',
    by: 'reqr_created_date',
    order: 'desc',
    limit: 10,
    offset: 0,
  });
  expect(ticketListUrl.write(read('')).toString()).toBe('');
});

test('what the address says is asked for, and comes back as the same address', () => {
  const address = 'page=3&size=20&by=state&order=asc&key=device_name&value=kiosk&tab=approved&ticket=7';
  expect(ticketQueryOf(read(address))).toEqual({
    state: 'approved',
    by: 'state',
    order: 'asc',
    limit: 20,
    offset: 40,
    search_key: 'device_name',
    search_value: 'kiosk',
  });
  expect(read(address).ticket).toBe(7);
  expect(ticketListUrl.write(read(address)).toString()).toBe(address);
});

test.each(['tab=other', 'page=0', 'page=x', 'size=7', 'by=pk', 'key=secret', 'ticket=-1', 'ticket=1e3'])(
  'an address that makes no sense is the default: %s',
  (address) => expect(ticketListUrl.write(read(address)).toString()).toBe(''),
);
