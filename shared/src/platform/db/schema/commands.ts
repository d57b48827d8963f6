import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import type { AgentStartIdentity } from '../../../contract/agent-facts.ts';
import type { CommandId, DevicePk, UserPk } from '../../../contract/ids.ts';
import { commandStates, type CommandType } from '../../../contract/names.ts';
import type { FleetChange } from '../../fleet/change.ts';
import { timestampColumn } from './columns.ts';
import { companyFk } from './companies.ts';

/** The ledger. A row outlives its device and its issuer: what was done stays on record. */
export const commands = pgTable(
  'commands',
  {
    id: uuid('id').$type<CommandId>().primaryKey(),
    companyFk: companyFk(),
    deviceFk: integer('device_fk').$type<DevicePk>().notNull(),
    deviceAlias: varchar('device_alias', { length: 64 }).notNull(),
    type: varchar('type', { length: 30 }).$type<CommandType>().notNull(),
    args: jsonb('args').$type<Record<string, unknown>>().notNull().default({}),
    state: varchar('state', { length: 10, enum: commandStates }).notNull().default('queued'),
    percent: real('percent'),
    message: text('message'),
    result: jsonb('result').$type<unknown>(),
    issuedBy: integer('issued_by').$type<UserPk>(),
    issuerName: text('issuer_name').notNull().default(''),
    bulkId: uuid('bulk_id'),
    /** Of the order to send the packet of a wake: the wake, which is a row of the sleeping device. */
    parentFk: uuid('parent_fk')
      .$type<CommandId>()
      .references((): AnyPgColumn => commands.id, { onDelete: 'cascade' }),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    deadline: timestampColumn('deadline').notNull(),
    /** A scheduled command is not sent before; its deadline follows from it. */
    notBefore: timestampColumn('not_before'),
    /** Made when the request was recorded; null in rows of the version before. A signature is no secret. */
    keyId: varchar('key_id', { length: 40 }),
    signature: text('signature'),
    sentAt: timestampColumn('sent_at'),
    /** The device before its agent ran the command, as servers knew it, then as the agent said. */
    before: jsonb('before').$type<AgentStartIdentity>().notNull().default({}),
    acceptedAt: timestampColumn('accepted_at'),
    /** When the agent said that it was done, where that is not the end. */
    claimedAt: timestampColumn('claimed_at'),
    /** Until when the effect is awaited; null where the agent's report ends the command. */
    effectBy: timestampColumn('effect_by'),
    finishedAt: timestampColumn('finished_at'),
  },
  (t) => [
    index('commands_company').on(t.companyFk, t.createdAt),
    index('commands_device').on(t.deviceFk, t.createdAt),
    index('commands_bulk').on(t.bulkId),
    index('commands_open').on(t.state, t.deadline),
    index('commands_parent')
      .on(t.parentFk)
      .where(sql`parent_fk is not null`),
  ],
);

/** Every step of a command and when it was taken. */
export const commandSteps = pgTable(
  'command_steps',
  {
    pk: bigserial('pk', { mode: 'number' }).primaryKey(),
    companyFk: companyFk(),
    commandFk: uuid('command_fk')
      .$type<CommandId>()
      .notNull()
      .references(() => commands.id, { onDelete: 'cascade' }),
    state: varchar('state', { length: 10, enum: commandStates }).notNull(),
    message: text('message'),
    at: timestampColumn('at').notNull().defaultNow(),
  },
  (t) => [index('command_steps_command').on(t.commandFk)],
);

/** Changes of the fleet that are committed and not published yet; see platform/fleet/outbox.ts. */
export const fleetOutbox = pgTable(
  'outbox',
  {
    pk: bigserial('pk', { mode: 'number' }).primaryKey(),
    companyFk: companyFk(),
    /** The company's fleet version after this change. */
    version: bigint('version', { mode: 'number' }).notNull(),
    payload: jsonb('payload').$type<FleetChange>().notNull(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [index('outbox_age').on(t.createdAt), uniqueIndex('outbox_version').on(t.companyFk, t.version)],
);
