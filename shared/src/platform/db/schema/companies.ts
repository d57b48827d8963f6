import { integer, pgTable, serial, text, timestamp, varchar } from 'drizzle-orm/pg-core';

const now = (name: string) => timestamp(name, { withTimezone: true }).notNull().defaultNow();

export const companies = pgTable('companies', {
  pk: serial('pk').primaryKey(),
  name: varchar('name', { length: 200 }).notNull(),
  website: text('website').notNull().default(''),
  /** A bulk command for more devices than this asks a person to confirm the number. */
  bulkConfirmOver: integer('bulk_confirm_over').notNull().default(10),
  createdAt: now('created_at'),
});

export const licences = pgTable('licences', {
  pk: serial('pk').primaryKey(),
  companyFk: integer('company_fk')
    .notNull()
    .references(() => companies.pk, { onDelete: 'cascade' }),
  type: varchar('type', { length: 20, enum: ['Free', 'Basic', 'Corporate'] }).notNull(),
  deviceVolume: integer('device_volume').notNull(),
  managerLimit: integer('manager_limit').notNull(),
  parentFk: integer('parent_fk'),
  startsAt: now('starts_at'),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
});
