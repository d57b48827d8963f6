import { and, asc, count, desc, eq, gt, gte, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { QueryOf } from '@vigil/shared/contract/endpoint';
import type { listApprovals, ApproveState } from '@vigil/shared/contract/http/approvals';
import type { ApprovalPk, DevicePk, UserPk } from '@vigil/shared/contract/ids';
import type { Tx } from '@vigil/shared/platform/db/client';
import { contains } from '@vigil/shared/platform/db/contains';
import { approvals } from '@vigil/shared/platform/db/schema/approvals';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import type { Caller } from '../../plugins/session.ts';

export const approveState = { open: 0, rejected: 1, approved: 2, deviceDeleted: 4 } as const;

type Query = QueryOf<typeof listApprovals>;
type Span = { from: Date | null; to: Date | null };

/** What became of the request: a device that is gone outweighs any decision. */
const state = sql<ApproveState>`case when ${devices.pk} is null then ${approveState.deviceDeleted}
  else ${approvals.approveState} end`;

const columns = {
  proposal_time: approvals.proposalTime,
  start_time: approvals.startTime,
  approve_state: state,
} as const;

/** As many as a screen can make use of; `search_mode=all` has no page. */
const ALL = 1_000;

function matching({ search_key, search_value }: Query): SQL | undefined {
  if (!search_value || search_key === undefined) return undefined;
  if (search_key === 'device_alias') return contains(approvals.deviceAlias, search_value);
  if (search_key === 'requester_name') return contains(approvals.requesterName, search_value);
  if (search_key === 'approver_name') return contains(approvals.approverName, search_value);
  return /^\d$/u.test(search_value) ? sql`${state} = ${Number(search_value)}` : sql`false`;
}

/** A caller sees what is the caller's own and what is the caller's to decide; an administrator decides everything. */
function visibleTo({ user, flags }: Caller, type: Query['type']): SQL | undefined {
  const requested = eq(approvals.requesterFk, user);
  const decides = flags.isAdmin ? undefined : eq(approvals.approverFk, user);
  if (type === 'request') return requested;
  if (type === 'history' || decides === undefined) return decides;
  return or(requested, decides);
}

const conditionsOf = (caller: Caller, query: Query, { from, to }: Span) =>
  and(
    visibleTo(caller, query.type),
    matching(query),
    query.device_pk === undefined ? undefined : eq(approvals.deviceFk, query.device_pk),
    from ? gte(approvals.proposalTime, from) : undefined,
    to ? lte(approvals.proposalTime, to) : undefined,
  );

const selection = { approval: approvals, state, devicePk: devices.pk, publicIp: devices.publicIp };

const select = (tx: Tx) =>
  tx.select(selection).from(approvals).leftJoin(devices, eq(devices.pk, approvals.deviceFk)).$dynamic();

export type StoredApproval = Awaited<ReturnType<typeof select>>[number];

export async function selectApprovals(tx: Tx, caller: Caller, { query, span }: { query: Query; span: Span }) {
  const where = conditionsOf(caller, query, span);
  const direction = query.order === 'asc' ? asc : desc;
  const everything = query.search_mode === 'all';
  const rows = await select(tx)
    .where(where)
    .orderBy(direction(columns[query.by]), direction(approvals.pk))
    .limit(everything ? ALL : query.limit)
    .offset(everything ? 0 : query.offset);
  const [total] = await tx
    .select({ count: count() })
    .from(approvals)
    .leftJoin(devices, eq(devices.pk, approvals.deviceFk))
    .where(where);
  return { rows, total: total?.count ?? 0 };
}

/** One request, if the caller may see it; locked when it is about to be decided. */
export async function findApproval(tx: Tx, caller: Caller, pk: ApprovalPk): Promise<StoredApproval | undefined> {
  await tx.select({ pk: approvals.pk }).from(approvals).where(eq(approvals.pk, pk)).for('update');
  const [row] = await select(tx).where(and(eq(approvals.pk, pk), visibleTo(caller, undefined)));
  return row;
}

type NewRequest = typeof approvals.$inferInsert & { deviceFk: DevicePk; requesterFk: UserPk };

/** Stores a request; one of the same person for the same device that nobody decided yet is replaced by it. */
export async function storeRequest(tx: Tx, request: NewRequest, at: Date): Promise<ApprovalPk> {
  const fresh = { ...request, proposalTime: at };
  const [replaced] = await tx
    .update(approvals)
    .set(fresh)
    .where(
      and(
        eq(approvals.requesterFk, request.requesterFk),
        eq(approvals.deviceFk, request.deviceFk),
        eq(approvals.approveState, approveState.open),
        isNull(approvals.decidedAt),
      ),
    )
    .returning({ pk: approvals.pk });
  const [row] = replaced ? [replaced] : await tx.insert(approvals).values(fresh).returning({ pk: approvals.pk });
  if (!row) throw new Error('the request was not stored');
  return row.pk;
}

export const storeDecision = (
  tx: Tx,
  pk: ApprovalPk,
  decision: { approveState: ApproveState; reactReason: string; decidedAt: Date },
) => tx.update(approvals).set(decision).where(eq(approvals.pk, pk));

/** The approved window of a user on a device that is open at a time, the one that lasts longest, or nothing. */
export async function openWindow(tx: Tx, { user, device }: { user: UserPk; device: DevicePk }, at: Date) {
  const [row] = await tx
    .select({ pk: approvals.pk, start: approvals.startTime, end: approvals.endTime })
    .from(approvals)
    .where(
      and(
        eq(approvals.requesterFk, user),
        eq(approvals.deviceFk, device),
        eq(approvals.approveState, approveState.approved),
        lte(approvals.startTime, at),
        gt(approvals.endTime, at),
      ),
    )
    .orderBy(desc(approvals.endTime))
    .limit(1);
  return row;
}
