import { index, integer, pgTable, serial, smallint, text, timestamp, varchar } from 'drizzle-orm/pg-core';
import { companies } from './companies.ts';

const time = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Requests for remote access for a while (spec 3 §4). Names are copied, so that a request reads the same after a user or
 * device is gone.
 */
export const approvals = pgTable(
  'approvals',
  {
    pk: serial('pk').primaryKey(),
    companyFk: integer('company_fk')
      .notNull()
      .references(() => companies.pk, { onDelete: 'cascade' }),
    deviceFk: integer('device_fk'),
    deviceAlias: varchar('device_alias', { length: 64 }).notNull(),
    requesterFk: integer('requester_fk').notNull(),
    requesterId: varchar('requester_id', { length: 38 }).notNull(),
    requesterName: text('requester_name').notNull().default(''),
    approverFk: integer('approver_fk'),
    approverId: varchar('approver_id', { length: 38 }).notNull().default(''),
    approverName: text('approver_name').notNull().default(''),
    proposalTime: time('proposal_time').notNull().defaultNow(),
    startTime: time('start_time').notNull(),
    endTime: time('end_time').notNull(),
    approvalReason: text('approval_reason').notNull(),
    reactReason: text('react_reason').notNull().default(''),
    /** 0 in progress, 1 rejected, 2 approved, 4 device deleted. */
    approveState: smallint('approve_state').notNull().default(0),
    decidedAt: time('decided_at'),
  },
  (t) => [
    index('approvals_company').on(t.companyFk, t.proposalTime),
    index('approvals_window').on(t.requesterFk, t.deviceFk, t.endTime),
    index('approvals_device').on(t.deviceFk),
  ],
);
