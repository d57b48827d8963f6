import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core';
import type { AlertCode } from '../../../contract/alert.ts';
import type { ChannelPk, DeliveryPk, GroupPk, IncidentPk } from '../../../contract/ids.ts';
import type { Language } from '../../../contract/languages.ts';
import { MAX_CHANNEL_NAME } from '../../../contract/limits.ts';
import type { ChannelKind, DeliveryEvent, DeliveryState } from '../../../contract/names.ts';
import { timestampColumn } from './columns.ts';
import { companyFk } from './companies.ts';

/** Where incidents are told besides bell and mail. */
export const channels = pgTable(
  'channels',
  {
    pk: serial('pk').$type<ChannelPk>().primaryKey(),
    companyFk: companyFk(),
    name: varchar('name', { length: MAX_CHANNEL_NAME }).notNull(),
    kind: varchar('kind', { length: 10 }).$type<ChannelKind>().notNull(),
    /** Sealed: whoever has the address of a chat service writes to its chat. */
    sealedUrl: text('sealed_url').notNull(),
    /** What is shown of it: the host of a receiver, or the addresses of a mail, with commas. */
    host: text('host').notNull(),
    /** Sealed; null for chat services. */
    sealedSecret: text('sealed_secret'),
    groupPks: integer('group_pks').array().$type<GroupPk[]>(),
    alertCodes: text('alert_codes').array().$type<AlertCode[]>(),
    afterMinutes: integer('after_minutes'),
    isEnabled: boolean('is_enabled').notNull().default(true),
    /** Of the user who added it, for what people read. */
    language: varchar('language', { length: 2 }).$type<Language>().notNull(),
    timeZoneId: integer('time_zone_id').notNull(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('channels_name').on(t.companyFk, sql`lower(${t.name})`)],
);

/** What a channel was told, or is about to be: a row before it is sent, as a mail. */
export const channelDeliveries = pgTable(
  'channel_deliveries',
  {
    pk: bigserial('pk', { mode: 'number' }).$type<DeliveryPk>().primaryKey(),
    companyFk: companyFk(),
    channelFk: integer('channel_fk')
      .$type<ChannelPk>()
      .notNull()
      .references(() => channels.pk, { onDelete: 'cascade' }),
    /** Null for a test. */
    incidentFk: bigint('incident_fk', { mode: 'number' }).$type<IncidentPk>(),
    event: varchar('event', { length: 10 }).$type<DeliveryEvent>().notNull(),
    body: jsonb('body').$type<Readonly<Record<string, unknown>>>().notNull(),
    state: varchar('state', { length: 10 }).$type<DeliveryState>().notNull().default('waiting'),
    tries: integer('tries').notNull().default(0),
    status: integer('status'),
    durationMs: integer('duration_ms'),
    error: text('error').notNull().default(''),
    createdAt: timestampColumn('created_at').notNull(),
    triedAt: timestampColumn('tried_at'),
    nextTryAt: timestampColumn('next_try_at').notNull(),
    /** Set while a worker sends it, so that no other worker sends it too. */
    claimedAt: timestampColumn('claimed_at'),
  },
  (t) => [
    index('channel_deliveries_channel').on(t.channelFk, t.pk),
    index('channel_deliveries_waiting')
      .on(t.nextTryAt)
      .where(sql`state = 'waiting'`),
    // Nothing is told twice, also when two workers look at once.
    uniqueIndex('channel_deliveries_once').on(t.channelFk, t.incidentFk, t.event),
  ],
);
