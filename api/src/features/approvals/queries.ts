import { and, asc, desc, eq, gt, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { QueryOf } from '@vigil/shared/contract/endpoint';
import type { listApprovals, ApproveState } from '@vigil/shared/contract/http/approvals';
import type { ApprovalPk, DevicePk, UserPk } from '@vigil/shared/contract/ids';
import type { Tx } from '@vigil/shared/platform/db/client';
import { approvals } from '@vigil/shared/platform/db/schema/approvals';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { users } from '@vigil/shared/platform/db/schema/users';
import { mayDecide } from '../../access/approvers.ts';
import { selectPage } from '@vigil/shared/platform/db/select-page';
import type { Caller } from '../../session/session.ts';

export const approveState = { open: 0, rejected: 1, approved: 2, deviceDeleted: 4 } as const;

type Query = QueryOf<typeof listApprovals>;

/** The state of the request: the deletion of its device outweighs any decision. */
const state = sql<ApproveState>`case when ${devices.pk} is null then ${approveState.deviceDeleted}
  else ${approvals.approveState} end`;

const inState = (text: string): SQL => (/^\d$/u.test(text) ? sql`${state} = ${Number(text)}` : sql`false`);

/** A caller sees their own requests and those that they decide; an administrator decides all. */
function visibleTo({ user, flags }: Caller, type: Query['type']): SQL | undefined {
  const requested = eq(approvals.requesterFk, user);
  const decides = flags.isAdmin ? undefined : eq(approvals.approverFk, user);
  if (type === 'request') return requested;
  if (type === 'history' || decides === undefined) return decides;
  return or(requested, decides);
}

const selection = { approval: approvals, state, devicePk: devices.pk, publicIp: devices.publicIp };

const select = (tx: Tx) =>
  tx.select(selection).from(approvals).leftJoin(devices, eq(devices.pk, approvals.deviceFk)).$dynamic();

export type StoredApproval = Awaited<ReturnType<typeof select>>[number];

/** @param parse reads a date on the clock of the caller */
export const selectApprovals = (
  tx: Tx,
  caller: Caller,
  { query, parse }: { query: Query; parse: (text: string) => Date },
) =>
  selectPage(tx, select(tx), {
    query,
    rules: {
      where: and(
        visibleTo(caller, query.type),
        query.device_pk === undefined ? undefined : eq(approvals.deviceFk, query.device_pk),
      ),
      sort: { proposal_time: approvals.proposalTime, start_time: approvals.startTime, approve_state: state },
      key: approvals.pk,
      search: {
        device_alias: approvals.deviceAlias,
        requester_name: approvals.requesterName,
        approver_name: approvals.approverName,
        approve_state: inState,
      },
      date: { column: approvals.proposalTime, parse },
    },
  });

/** One request, if the caller may see it; locked when it is about to be decided. */
export async function findApproval(tx: Tx, caller: Caller, pk: ApprovalPk): Promise<StoredApproval | undefined> {
  await tx.select({ pk: approvals.pk }).from(approvals).where(eq(approvals.pk, pk)).for('update');
  const [row] = await select(tx).where(and(eq(approvals.pk, pk), visibleTo(caller, undefined)));
  return row;
}

type NewRequest = typeof approvals.$inferInsert & { deviceFk: DevicePk; requesterFk: UserPk };

/** Stores a request; an undecided one of the same person for the same device is replaced by it. */
export async function storeRequest(tx: Tx, request: NewRequest, at: Date): Promise<ApprovalPk> {
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

export const storeDecision = (
  tx: Tx,
  pk: ApprovalPk,
  decision: { approveState: ApproveState; reactReason: string; decidedAt: Date },
) => tx.update(approvals).set(decision).where(eq(approvals.pk, pk));

/** The approved window of a user on a device that is open at a time, the one that lasts longest. */
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

const person = {
  pk: users.pk,
  mgrid: users.mgrid,
  name: users.name,
  email: users.email,
  timeZoneId: users.timeZoneId,
  langCode: users.langCode,
};

export async function readPerson(tx: Tx, pk: UserPk) {
  const [row] = await tx.select(person).from(users).where(eq(users.pk, pk));
  return row;
}

export type Person = NonNullable<Awaited<ReturnType<typeof readPerson>>>;

export async function findApprover(tx: Tx, pk: UserPk): Promise<Person | undefined> {
  const [row] = await tx
    .select(person)
    .from(users)
    .where(and(eq(users.pk, pk), mayDecide()));
  return row;
}

export async function findFirstAdministrator(tx: Tx): Promise<Person | undefined> {
  const [row] = await tx
    .select(person)
    .from(users)
    .where(and(eq(users.type, 'Manager'), mayDecide()))
    .orderBy(asc(users.pk))
    .limit(1);
  return row;
}

export async function readApproverOf(tx: Tx, user: UserPk): Promise<UserPk | null> {
  const [row] = await tx.select({ pk: users.approverFk }).from(users).where(eq(users.pk, user));
  return row?.pk ?? null;
}
