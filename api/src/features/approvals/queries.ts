import type { ApproveState } from '@vigil/shared/contract/http/approvals';
import type { ApprovalPk, DevicePk, UserPk } from '@vigil/shared/contract/ids';
import {
  approveState,
  approvalsQuery,
  whereApprovalVisible,
  type ApprovalWithDevice,
} from '@vigil/shared/platform/approval-queries';
import type { Tx } from '@vigil/shared/platform/db/client';
import { approvals } from '@vigil/shared/platform/db/schema/approvals';
import { and, eq, isNull } from 'drizzle-orm';
import type { Caller } from '../../identity/sessions/caller.ts';

/** One request, if the caller may see it; locked when it is about to be decided. */
export async function lockVisibleApproval(
  tx: Tx,
  caller: Caller,
  pk: ApprovalPk,
): Promise<ApprovalWithDevice | undefined> {
  await tx.select({ pk: approvals.pk }).from(approvals).where(eq(approvals.pk, pk)).for('update');
  const reader = { user: caller.user, isAdmin: caller.flags.isAdmin };
  const [row] = await approvalsQuery(tx).where(and(eq(approvals.pk, pk), whereApprovalVisible(reader)));
  return row;
}

type NewRequest = typeof approvals.$inferInsert & { deviceFk: DevicePk; requesterFk: UserPk };

/** Stores a request; an undecided one of the same person for the same device is replaced by it. */
export async function upsertApprovalRequest(tx: Tx, request: NewRequest, at: Date): Promise<ApprovalPk> {
  const values = { ...request, proposalTime: at };
  const [replaced] = await tx
    .update(approvals)
    .set(values)
    .where(
      and(
        eq(approvals.requesterFk, request.requesterFk),
        eq(approvals.deviceFk, request.deviceFk),
        eq(approvals.approveState, approveState.open),
        isNull(approvals.decidedAt),
      ),
    )
    .returning({ pk: approvals.pk });
  const [row] = replaced ? [replaced] : await tx.insert(approvals).values(values).returning({ pk: approvals.pk });
  if (!row) throw new Error('the request was not stored');
  return row.pk;
}

export const updateApprovalRequest = (tx: Tx, pk: ApprovalPk, request: NewRequest, at: Date) =>
  tx
    .update(approvals)
    .set({ ...request, proposalTime: at })
    .where(eq(approvals.pk, pk));

/** The transaction has locked the approval. */
export const storeApprovalDecision = (
  tx: Tx,
  pk: ApprovalPk,
  decision: Partial<typeof approvals.$inferInsert> & {
    approveState: ApproveState;
    reactReason: string;
    decidedAt: Date;
  },
) => tx.update(approvals).set(decision).where(eq(approvals.pk, pk));

export const deleteApproval = (tx: Tx, pk: ApprovalPk) => tx.delete(approvals).where(eq(approvals.pk, pk));
