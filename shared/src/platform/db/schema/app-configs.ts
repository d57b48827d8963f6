import { sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, serial, uniqueIndex, varchar } from 'drizzle-orm/pg-core';
import { MAX_CONFIG_DESCRIPTION, type AppConfigOverrides } from '../../../contract/app-config-rules.ts';
import type { AppConfigPk } from '../../../contract/ids.ts';
import { bitColumn, timestampColumn } from './columns.ts';
import { companyFk } from './companies.ts';

export const appConfigs = pgTable(
  'app_configs',
  {
    pk: serial('pk').$type<AppConfigPk>().primaryKey(),
    companyFk: companyFk(),
    name: varchar('config_name', { length: 100 }).notNull(),
    description: varchar('description', { length: MAX_CONFIG_DESCRIPTION }).notNull().default(''),
    config: jsonb('config').$type<AppConfigOverrides>().notNull().default({}),
    /** 1: applies to every device of the company, below all others; a company has one. */
    isDefault: bitColumn('flag_df_config'),
    /** Grows with each edit. */
    version: integer('version').notNull().default(1),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('app_configs_name').on(t.companyFk, sql`lower(${t.name})`),
    uniqueIndex('app_configs_default')
      .on(t.companyFk)
      .where(sql`flag_df_config = 1`),
  ],
);
