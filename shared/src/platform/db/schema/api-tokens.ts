import { sql } from 'drizzle-orm';
import { index, integer, pgTable, serial, text, uniqueIndex, varchar } from 'drizzle-orm/pg-core';
import type { TokenScope } from '../../../contract/access.ts';
import type { ApiTokenPk, GroupPk, UserPk } from '../../../contract/ids.ts';
import { MAX_API_TOKEN_NAME } from '../../../contract/limits.ts';
import { timestampColumn } from './columns.ts';
import { companyFk } from './companies.ts';
import { users } from './users.ts';

/** Tokens with which programs act for a user. A revoked one has no row; the audit tells of it. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    pk: serial('pk').$type<ApiTokenPk>().primaryKey(),
    companyFk: companyFk(),
    userFk: integer('user_fk')
      .$type<UserPk>()
      .notNull()
      .references(() => users.pk, { onDelete: 'cascade' }),
    name: varchar('name', { length: MAX_API_TOKEN_NAME }).notNull(),
    tokenHash: varchar('token_hash', { length: 64 }).notNull(),
    /** How the secret begins. */
    hint: varchar('hint', { length: 12 }).notNull(),
    scopes: text('scopes').array().$type<TokenScope[]>().notNull(),
    /** Null is no limit. A limit to groups that were deleted stays a limit, and admits nothing. */
    groupPks: integer('group_pks').array().$type<GroupPk[]>(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    expiresAt: timestampColumn('expires_at').notNull(),
    lastUsedAt: timestampColumn('last_used_at'),
    lastUsedIp: text('last_used_ip'),
  },
  (t) => [
    uniqueIndex('api_tokens_hash').on(t.tokenHash),
    uniqueIndex('api_tokens_name').on(t.userFk, sql`lower(${t.name})`),
    index('api_tokens_company').on(t.companyFk),
  ],
);
