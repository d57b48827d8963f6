import {
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
import { commandStates, type CommandType } from '../../../contract/names.ts';
import type { Change } from '../../fleet/change.ts';
import type { CommandId, DevicePk, UserPk } from '../../../contract/ids.ts';
import { time } from './columns.ts';
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
    createdAt: time('created_at').notNull().defaultNow(),
    deadline: time('deadline').notNull(),
    sentAt: time('sent_at'),
    finishedAt: time('finished_at'),
  },
  (t) => [
    index('commands_company').on(t.companyFk, t.createdAt),
    index('commands_device').on(t.deviceFk, t.createdAt),
    index('commands_bulk').on(t.bulkId),
    index('commands_open').on(t.state, t.deadline),
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
    at: time('at').notNull().defaultNow(),
  },
  (t) => [index('command_steps_command').on(t.commandFk)],
);

/** Changes of the fleet that are committed and not published yet; see platform/fleet/commit-fleet-change.ts. */
export const outbox = pgTable(
  'outbox',
  {
    pk: bigserial('pk', { mode: 'number' }).primaryKey(),
    companyFk: companyFk(),
    /** The company's fleet version after this change. */
    version: bigint('version', { mode: 'number' }).notNull(),
    payload: jsonb('payload').$type<Change>().notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [index('outbox_age').on(t.createdAt), uniqueIndex('outbox_version').on(t.companyFk, t.version)],
);
