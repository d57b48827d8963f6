import { index, integer, jsonb, pgTable, primaryKey, uuid, varchar } from 'drizzle-orm/pg-core';
import type { ImportResult } from '../../../contract/http/imports.ts';
import type { UserPk } from '../../../contract/ids.ts';
import { timestampColumn } from './columns.ts';
import { companyFk } from './companies.ts';

/**
 * Imports by the ID that the client gave them, so that a repeated request is the same import. `result` is written with
 * the rows that were made; an import without one was interrupted, or is under way.
 */
export const imports = pgTable(
  'imports',
  {
    companyFk: companyFk(),
    kind: varchar('kind', { length: 10 }).$type<'users' | 'groups'>().notNull(),
    id: uuid('id').notNull(),
    userFk: integer('user_fk').$type<UserPk>().notNull(),
    /** Of `total` passwords, how many are hashed. */
    done: integer('done').notNull().default(0),
    total: integer('total').notNull().default(0),
    result: jsonb('result').$type<ImportResult>(),
    createdAt: timestampColumn('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyFk, t.kind, t.id] }), index('imports_created').on(t.createdAt)],
);
