import { sql } from 'drizzle-orm';
import { index, integer, pgTable, serial, smallint, text, varchar } from 'drizzle-orm/pg-core';
import type { ApproveState } from '../../../contract/http/approvals.ts';
import type { ApprovalPk, DevicePk, UserPk } from '../../../contract/ids.ts';
import { bitColumn, timestampColumn } from './columns.ts';
import { companyFk } from './companies.ts';

/**
 * Requests for remote access for a while (spec 3 §4). Names are copied, so that a request reads the same after a user
 * or device is gone.
 */
export const approvals = pgTable(
  'approvals',
  {
    pk: serial('pk').$type<ApprovalPk>().primaryKey(),
    companyFk: companyFk(),
    deviceFk: integer('device_fk').$type<DevicePk>(),
    deviceAlias: varchar('device_alias', { length: 64 }).notNull(),
    requesterFk: integer('requester_fk').$type<UserPk>().notNull(),
    requesterId: varchar('requester_id', { length: 38 }).notNull(),
    requesterName: text('requester_name').notNull().default(''),
    approverFk: integer('approver_fk').$type<UserPk>(),
    approverId: varchar('approver_id', { length: 38 }).notNull().default(''),
    approverName: text('approver_name').notNull().default(''),
    proposalTime: timestampColumn('proposal_time').notNull().defaultNow(),
    startTime: timestampColumn('start_time').notNull(),
    endTime: timestampColumn('end_time').notNull(),
    approvalReason: text('approval_reason').notNull(),
    reactReason: text('react_reason').notNull().default(''),
    /** 0 in progress, 1 rejected, 2 approved, 4 device deleted. */
    approveState: smallint('approve_state').$type<ApproveState>().notNull().default(0),
    decidedAt: timestampColumn('decided_at'),
    /** Whether consoles were told that the window is open; see the task of the workers. */
    announcedOpen: bitColumn('announced_open'),
  },
  (t) => [
    index('approvals_company').on(t.companyFk, t.proposalTime),
    index('approvals_window').on(t.requesterFk, t.deviceFk, t.endTime),
    index('approvals_device').on(t.deviceFk),
    // The workers look every second for windows that open or close.
    index('approvals_end').on(t.endTime),
    index('approvals_announced')
      .on(t.pk)
      .where(sql`announced_open = 1`),
  ],
);
