import { bigserial, index, integer, jsonb, pgTable, real, text, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';
import { commandStates, type CommandType } from '../../../contract/command.ts';
import { companies } from './companies.ts';

const time = (name: string) => timestamp(name, { withTimezone: true });
const company = () =>
  integer('company_fk')
    .notNull()
    .references(() => companies.pk, { onDelete: 'cascade' });

/** The ledger. A row outlives its device and its issuer: what was done stays on record. */
export const commands = pgTable(
  'commands',
  {
    id: uuid('id').primaryKey(),
    companyFk: company(),
    deviceFk: integer('device_fk').notNull(),
    deviceAlias: varchar('device_alias', { length: 64 }).notNull(),
    type: varchar('type', { length: 30 }).$type<CommandType>().notNull(),
    args: jsonb('args').$type<Record<string, unknown>>().notNull().default({}),
    state: varchar('state', { length: 10, enum: commandStates }).notNull().default('queued'),
    percent: real('percent'),
    message: text('message'),
    result: jsonb('result').$type<unknown>(),
    issuedBy: integer('issued_by'),
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
    companyFk: company(),
    commandFk: uuid('command_fk')
      .notNull()
      .references(() => commands.id, { onDelete: 'cascade' }),
    state: varchar('state', { length: 10, enum: commandStates }).notNull(),
    message: text('message'),
    at: time('at').notNull().defaultNow(),
  },
  (t) => [index('command_steps_command').on(t.commandFk)],
);

/** Live events that a transaction owes to those who watch; relayed right after it, or by a worker. */
export const outbox = pgTable(
  'outbox',
  {
    pk: bigserial('pk', { mode: 'number' }).primaryKey(),
    companyFk: company(),
    topic: varchar('topic', { length: 20, enum: ['live'] }).notNull(),
    payload: jsonb('payload').$type<unknown>().notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [index('outbox_age').on(t.createdAt)],
);
