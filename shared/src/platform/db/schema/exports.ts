import { index, integer, jsonb, pgTable, primaryKey, smallint, uuid, varchar } from 'drizzle-orm/pg-core';
import type { StoredExportRequest } from '../../../contract/http/exports.ts';
import type { DevicePk, ExportId, UserPk } from '../../../contract/ids.ts';
import type { Language } from '../../../contract/languages.ts';
import type { ExportKind, ExportState } from '../../../contract/names.ts';
import { bitColumn, bytesColumn, timestampColumn } from './columns.ts';
import { companyFk } from './companies.ts';
import { users } from './users.ts';

/** Spreadsheets that users asked for. A worker writes each; the file is there when `state` is `ready`. */
export const exports = pgTable(
  'exports',
  {
    id: uuid('id').$type<ExportId>().primaryKey(),
    companyFk: companyFk(),
    userFk: integer('user_fk')
      .$type<UserPk>()
      .notNull()
      .references(() => users.pk, { onDelete: 'cascade' }),
    kind: varchar('kind', { length: 30 }).$type<ExportKind>().notNull(),
    request: jsonb('request').$type<StoredExportRequest>().notNull(),
    language: varchar('language', { length: 2 }).$type<Language>().notNull(),
    fileName: varchar('file_name', { length: 100 }).notNull(),
    state: varchar('state', { length: 10 }).$type<ExportState>().notNull(),
    percent: smallint('percent').notNull().default(0),
    rows: integer('row_count').notNull().default(0),
    /** The devices that the finished file tells of, so that it is withdrawn from a user who loses sight of one. */
    devicePks: integer('device_pks').$type<DevicePk>().array(),
    downloaded: bitColumn('downloaded'),
    /** The attempt that writes it. An attempt that was replaced by another one cannot finish. */
    attempt: uuid('attempt'),
    createdAt: timestampColumn('created_at').notNull(),
    /** When its state or its progress changed last. */
    changedAt: timestampColumn('changed_at').notNull(),
  },
  (t) => [index('exports_user').on(t.userFk, t.createdAt)],
);

/** The bytes of a file, in the database because workers and API may run on different machines. */
export const exportChunks = pgTable(
  'export_chunks',
  {
    companyFk: companyFk(),
    exportFk: uuid('export_fk')
      .$type<ExportId>()
      .notNull()
      .references(() => exports.id, { onDelete: 'cascade' }),
    attempt: uuid('attempt').notNull(),
    n: integer('n').notNull(),
    data: bytesColumn('data').notNull(),
  },
  (t) => [primaryKey({ columns: [t.exportFk, t.attempt, t.n] })],
);
