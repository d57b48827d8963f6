import type { QueryOf } from '@vigil/shared/contract/endpoint';
import type { listTickets, TicketCounts } from '@vigil/shared/contract/http/tickets';
import type { DevicePk, TicketPk } from '@vigil/shared/contract/ids';
import { ticketTabs, type TicketState, type TicketTab } from '@vigil/shared/domain/ticket-transitions';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { containsText } from '@vigil/shared/platform/db/contains';
import { whereInSight } from '@vigil/shared/platform/db/device-scope';
import { whereKeyIn } from '@vigil/shared/platform/db/has-key';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { ticketDevices, ticketHistory, tickets } from '@vigil/shared/platform/db/schema/tickets';
import { users } from '@vigil/shared/platform/db/schema/users';
import { selectPage } from '@vigil/shared/platform/db/select-page';
import { lockTicket, type StoredTicket } from '@vigil/shared/platform/tickets';
import { and, asc, count, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { Caller } from '../../identity/sessions/caller.ts';

type Reader = Pick<Caller, 'user' | 'flags'>;

/** Users see the tickets that they asked for and those that they decide; an administrator decides all. */
const visibleTickets = ({ user, flags }: Reader): SQL | undefined =>
  flags.isAdmin ? undefined : or(eq(tickets.requesterFk, user), eq(tickets.askedFk, user));

/** The caller's ticket, or one that the caller decides, locked against other moves. */
export const lockVisibleTicket = (tx: Tx, caller: Reader, pk: TicketPk): Promise<StoredTicket | undefined> =>
  lockTicket(tx, and(eq(tickets.pk, pk), visibleTickets(caller)));

export async function findTicket(tx: ReadTx, caller: Reader, pk: TicketPk): Promise<StoredTicket | undefined> {
  const [row] = await tx
    .select()
    .from(tickets)
    .where(and(eq(tickets.pk, pk), visibleTickets(caller)));
  return row;
}

const inTab = (tab: TicketTab): SQL => inArray(tickets.state, [...ticketTabs[tab]]);

const hasDevice = (name: string): SQL =>
  sql`exists (select 1 from ${ticketDevices} where ${ticketDevices.ticketFk} = ${tickets.pk}
    and ${containsText(ticketDevices.deviceName, name)})`;

const approverNamed = (name: string): SQL =>
  sql`(${containsText(tickets.askedName, name)} or ${containsText(tickets.deciderName, name)})`;

export const selectTicketPage = (tx: ReadTx, caller: Caller, query: QueryOf<typeof listTickets>) =>
  selectPage(tx, tx.select().from(tickets).$dynamic(), {
    query,
    rules: {
      where: and(visibleTickets(caller), query.state && inTab(query.state)),
      sort: {
        reqr_created_date: tickets.createdAt,
        reqr_work_startdate: tickets.workStart,
        reqr_work_enddate: tickets.workEnd,
        reqr_user_name: tickets.requesterName,
        state: tickets.state,
      },
      key: tickets.pk,
      search: {
        reqr_user_name: tickets.requesterName,
        device_name: hasDevice,
        appr_mgr: approverNamed,
        reqr_work_reason: tickets.reason,
      },
    },
  });

/** How many tickets the caller sees in each tab. */
export async function countTicketsByTab(tx: ReadTx, caller: Reader): Promise<TicketCounts> {
  const rows = await tx
    .select({ state: tickets.state, found: count() })
    .from(tickets)
    .where(visibleTickets(caller))
    .groupBy(tickets.state);
  const inStates = (states: readonly TicketState[]) =>
    rows.filter(({ state }) => states.includes(state)).reduce((sum, { found }) => sum + found, 0);
  return {
    requested: inStates(ticketTabs.requested),
    approved: inStates(ticketTabs.approved),
    reject: inStates(ticketTabs.reject),
    completed: inStates(ticketTabs.completed),
  };
}

export interface TicketDevice {
  readonly pk: DevicePk;
  readonly device_name: string;
}

/** The devices of some tickets, in the order of each request. */
export async function selectTicketDevices(
  tx: ReadTx,
  pks: readonly TicketPk[],
): Promise<Map<TicketPk, TicketDevice[]>> {
  const rows = await tx
    .select()
    .from(ticketDevices)
    .where(whereKeyIn(ticketDevices.ticketFk, pks))
    .orderBy(asc(ticketDevices.ticketFk), asc(ticketDevices.n));
  const byTicket = new Map<TicketPk, TicketDevice[]>(pks.map((pk) => [pk, []]));
  for (const { ticketFk, deviceFk, deviceName } of rows)
    byTicket.get(ticketFk)?.push({ pk: deviceFk, device_name: deviceName });
  return byTicket;
}

export const selectTicketHistory = (tx: ReadTx, pk: TicketPk) =>
  tx.select().from(ticketHistory).where(eq(ticketHistory.ticketFk, pk)).orderBy(asc(ticketHistory.pk));

/** Which of the people that tickets name still exist. */
export async function selectTicketApprovers(tx: ReadTx, rows: readonly StoredTicket[]): Promise<Set<number>> {
  const named = rows.flatMap(({ askedFk, deciderFk }) => [askedFk ?? [], deciderFk ?? []].flat());
  if (named.length === 0) return new Set();
  const found = await tx.select({ pk: users.pk }).from(users).where(whereKeyIn(users.pk, named));
  return new Set(found.map(({ pk }) => pk));
}

/** The names of devices, of those that the caller sees. */
export async function selectVisibleDeviceNames(
  tx: ReadTx,
  caller: Pick<Caller, 'sight'>,
  pks: readonly DevicePk[],
): Promise<Map<DevicePk, string>> {
  const rows = await tx
    .select({ pk: devices.pk, alias: devices.alias })
    .from(devices)
    .where(and(whereKeyIn(devices.pk, pks), whereInSight(caller)));
  return new Map(rows.map(({ pk, alias }) => [pk, alias]));
}

export async function readCompanyName(tx: ReadTx, { company }: Pick<Caller, 'company'>): Promise<string> {
  const [row] = await tx.select({ name: companies.name }).from(companies).where(eq(companies.pk, company));
  return row?.name ?? '';
}

export async function insertTicket(tx: Tx, ticket: typeof tickets.$inferInsert): Promise<StoredTicket> {
  const [row] = await tx.insert(tickets).values(ticket).returning();
  if (!row) throw new Error('the ticket was not stored');
  return row;
}

/** Replaces the devices of a ticket. */
export async function replaceTicketDevices(
  tx: Tx,
  { pk, companyFk }: Pick<StoredTicket, 'pk' | 'companyFk'>,
  named: readonly TicketDevice[],
): Promise<void> {
  await tx.delete(ticketDevices).where(eq(ticketDevices.ticketFk, pk));
  await tx.insert(ticketDevices).values(
    named.map((device, n) => ({
      companyFk,
      ticketFk: pk,
      deviceFk: device.pk,
      n,
      deviceName: device.device_name,
    })),
  );
}

export const insertStep = (tx: Tx, step: typeof ticketHistory.$inferInsert) => tx.insert(ticketHistory).values(step);
