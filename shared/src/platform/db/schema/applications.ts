import { sql } from 'drizzle-orm';
import {
  bigint,
  char,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { applicationActions, applicationKinds, applicationStates } from '../../../contract/application-rules.ts';
import type { ApplicationPk, CommandId, DevicePk, GroupPk, UserPk } from '../../../contract/ids.ts';
import { bitColumn, bytesColumn, timestampColumn } from './columns.ts';
import { companyFk } from './companies.ts';
import { deviceGroups } from './devices.ts';

const applicationFk = () =>
  integer('application_fk')
    .$type<ApplicationPk>()
    .notNull()
    .references(() => applications.pk, { onDelete: 'cascade' });

/** What agents can install. The file is there when `state` is `ready`. */
export const applications = pgTable(
  'applications',
  {
    pk: serial('pk').$type<ApplicationPk>().primaryKey(),
    companyFk: companyFk(),
    groupFk: integer('group_fk')
      .$type<GroupPk>()
      .references(() => deviceGroups.pk, { onDelete: 'set null' }),
    name: varchar('name', { length: 200 }).notNull(),
    version: varchar('version', { length: 80 }).notNull(),
    fileName: varchar('file_name', { length: 200 }).notNull(),
    kind: varchar('kind', { length: 4, enum: applicationKinds }),
    size: bigint('size', { mode: 'number' }).notNull(),
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    /** While it is uploaded, of the announced file; then of the stored one. */
    sha256: char('sha256', { length: 64 }),
    state: varchar('state', { length: 10, enum: applicationStates }).notNull().default('uploading'),
    flagInstall: bitColumn('flag_install', 1),
    installArgs: jsonb('install_args').$type<string[]>().notNull().default([]),
    runAfter: jsonb('run_after').$type<string[]>().notNull().default([]),
    pinHash: text('pin_hash'),
    uploaderFk: integer('uploader_fk').$type<UserPk>(),
    uploaderName: text('uploader_name').notNull(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('applications_name').on(t.companyFk, sql`lower(${t.name})`, sql`lower(${t.version})`),
    index('applications_uploading')
      .on(t.createdAt)
      .where(sql`state = 'uploading'`),
  ],
);

/** The bytes of a file, in the database as those of exports: they are written with the row, and go with it. */
export const applicationChunks = pgTable(
  'application_chunks',
  {
    companyFk: companyFk(),
    applicationFk: applicationFk(),
    /** Offset in the file. */
    at: bigint('at', { mode: 'number' }).notNull(),
    data: bytesColumn('data').notNull(),
  },
  (t) => [primaryKey({ columns: [t.applicationFk, t.at] })],
);

/** Which command of the ledger installs or removes what; its state is in the ledger. */
export const applicationCommands = pgTable(
  'application_installs',
  {
    /** That of the command. */
    id: uuid('id').$type<CommandId>().primaryKey(),
    companyFk: companyFk(),
    applicationFk: applicationFk(),
    deviceFk: integer('device_fk').$type<DevicePk>().notNull(),
    action: varchar('action', { length: 10, enum: applicationActions }).notNull(),
    /** The file is answered once. */
    downloadedAt: timestampColumn('downloaded_at'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [index('application_installs_device').on(t.applicationFk, t.deviceFk, t.createdAt)],
);
