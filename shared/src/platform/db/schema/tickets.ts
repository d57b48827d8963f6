import { index, integer, pgTable, primaryKey, serial, smallint, text, varchar } from 'drizzle-orm/pg-core';
import type { DevicePk, TicketPk, UserPk } from '../../../contract/ids.ts';
import type { TicketTransition, TicketState } from '../../../domain/ticket-transitions.ts';
import { timestampColumn } from './columns.ts';
import { companyFk } from './companies.ts';

const short = (name: string) => varchar(name, { length: 200 }).notNull().default('');

/**
 * Access tickets: a user asks that an outsider may control some devices for a while (spec 3 §4, decision 37). Names are
 * copied, so that a ticket reads the same after a user or device is gone.
 */
export const tickets = pgTable(
  'tickets',
  {
    pk: serial('pk').$type<TicketPk>().primaryKey(),
    companyFk: companyFk(),
    state: smallint('state').$type<TicketState>().notNull().default(0),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    requesterFk: integer('requester_fk').$type<UserPk>().notNull(),
    requesterId: varchar('requester_id', { length: 38 }).notNull(),
    requesterName: short('requester_name'),
    requesterCompany: short('requester_company'),
    requesterPart: short('requester_part'),
    workStart: timestampColumn('work_start').notNull(),
    workEnd: timestampColumn('work_end').notNull(),
    reason: text('reason').notNull(),
    /** Whom the requester asked; administrators decide as well, also when that user is gone. */
    askedFk: integer('asked_fk').$type<UserPk>(),
    askedName: short('asked_name'),
    askedPosition: short('asked_position'),
    askedPart: short('asked_part'),
    /** Who decided last. */
    deciderFk: integer('decider_fk').$type<UserPk>(),
    deciderName: short('decider_name'),
    deciderPosition: short('decider_position'),
    deciderPart: short('decider_part'),
    /** The login ID of the temporary account, also after the account is gone. */
    workerId: varchar('worker_id', { length: 38 }),
    /**
     * The encrypted key of the link that reveals the password of the account; null before the approval and after its
     * use.
     */
    revealKey: text('reveal_key'),
  },
  (t) => [
    index('tickets_company').on(t.companyFk, t.createdAt),
    index('tickets_requester').on(t.requesterFk),
    // The workers look for work that ends every second.
    index('tickets_open_end').on(t.workEnd, t.state),
  ],
);

const ticketFk = () =>
  integer('ticket_fk')
    .$type<TicketPk>()
    .notNull()
    .references(() => tickets.pk, { onDelete: 'cascade' });

/** The devices of a ticket, in the order of the request. */
export const ticketDevices = pgTable(
  'ticket_devices',
  {
    companyFk: companyFk(),
    ticketFk: ticketFk(),
    deviceFk: integer('device_fk').$type<DevicePk>().notNull(),
    n: smallint('n').notNull(),
    deviceName: varchar('device_name', { length: 64 }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.ticketFk, t.deviceFk] }), index('ticket_devices_device').on(t.deviceFk)],
);

/** What happened to a ticket. The request itself has no move. */
export const ticketHistory = pgTable(
  'ticket_history',
  {
    pk: serial('pk').primaryKey(),
    companyFk: companyFk(),
    ticketFk: ticketFk(),
    at: timestampColumn('at').notNull(),
    move: varchar('move', { length: 10 }).$type<TicketTransition>(),
    state: smallint('state').$type<TicketState>().notNull(),
    /** Null for the system. */
    actorFk: integer('actor_fk').$type<UserPk>(),
    actorName: short('actor_name'),
    note: text('note').notNull().default(''),
  },
  (t) => [index('ticket_history_ticket').on(t.ticketFk, t.pk)],
);
