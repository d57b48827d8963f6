import { customType, integer, pgTable, serial, text, timestamp, varchar } from 'drizzle-orm/pg-core';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

const now = (name: string) => timestamp(name, { withTimezone: true }).notNull().defaultNow();

export const companies = pgTable('companies', {
  pk: serial('pk').primaryKey(),
  name: varchar('name', { length: 200 }).notNull(),
  website: text('website').notNull().default(''),
  /** A bulk command for more devices than this asks a person to confirm the number. */
  bulkConfirmOver: integer('bulk_confirm_over').notNull().default(10),
  logo: bytes('logo'),
  logoType: varchar('logo_type', { length: 20 }),
  /** Part of the logo's address, so that a new one is not hidden by a cache. */
  logoChangedAt: timestamp('logo_changed_at', { withTimezone: true }),
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
