import { and, eq, gt, inArray, ne, or, sql, type SQL } from 'drizzle-orm';
import type { QueryOf } from '../contract/endpoint.ts';
import type { ApproveState, listApprovals } from '../contract/http/approvals.ts';
import type { UserPk } from '../contract/ids.ts';
import { ADMINISTRATOR_TYPE } from '../domain/member-types.ts';
import type { ReadTx } from './db/client.ts';
import { approvals } from './db/schema/approvals.ts';
import { devices } from './db/schema/devices.ts';
import { users } from './db/schema/users.ts';
import { selectPage } from './db/select-page.ts';
import { whereDecidesRequests } from './users/user-scope.ts';

export const approveState = { open: 0, rejected: 1, approved: 2, deviceDeleted: 4 } as const;

type Query = QueryOf<typeof listApprovals>;

/** Who reads requests for access. */
export interface ApprovalViewer {
  readonly user: UserPk;
  readonly isAdmin: boolean;
}

/** The state of the request: the deletion of its device outweighs any decision. */
const state = sql<ApproveState>`case when ${devices.pk} is null then ${approveState.deviceDeleted}
  else ${approvals.approveState} end`;

const isInState = (wanted: number): SQL => sql`${state} = ${wanted}`;
const inState = (text: string): SQL => (/^\d$/u.test(text) ? isInState(Number(text)) : sql`false`);

/** Users see their own requests and those that they decide; an administrator decides all. */
export function whereApprovalVisible({ user, isAdmin }: ApprovalViewer, type?: Query['type']): SQL | undefined {
  const requested = eq(approvals.requesterFk, user);
  const decides = isAdmin ? undefined : eq(approvals.approverFk, user);
  if (type === 'request') return requested;
  if (type === 'history' || decides === undefined) return decides;
  return or(requested, decides);
}

/** Whether no other active administrator could decide a request: then the viewer decides their own (decision 134). */
export async function isOnlyAdministrator(tx: ReadTx, { user, isAdmin }: ApprovalViewer): Promise<boolean> {
  const isOtherAdministrator = and(eq(users.type, ADMINISTRATOR_TYPE), ne(users.pk, user), whereDecidesRequests());
  return isAdmin && (await tx.$count(users, isOtherAdministrator)) === 0;
}

/** What waits for the viewer's decision: it has not lapsed, and its device exists. */
export async function whereAwaitsDecision(tx: ReadTx, viewer: ApprovalViewer, at: Date): Promise<SQL | undefined> {
  const { user, isAdmin } = viewer;
  return and(
    eq(approvals.approveState, approveState.open),
    gt(approvals.endTime, at),
    inArray(approvals.deviceFk, tx.select({ pk: devices.pk }).from(devices)),
    isAdmin ? undefined : eq(approvals.approverFk, user),
    (await isOnlyAdministrator(tx, viewer)) ? undefined : ne(approvals.requesterFk, user),
  );
}

const selection = { approval: approvals, state, devicePk: devices.pk, publicIp: devices.publicIp };

export const approvalsQuery = (tx: ReadTx) =>
  tx.select(selection).from(approvals).leftJoin(devices, eq(devices.pk, approvals.deviceFk)).$dynamic();

export type ApprovalWithDevice = Awaited<ReturnType<typeof approvalsQuery>>[number];

export async function selectApprovalPage(
  tx: ReadTx,
  reader: ApprovalViewer,
  { query, at }: { readonly query: Query; readonly at: Date },
) {
  return selectPage(tx, approvalsQuery(tx), {
    query,
    rules: {
      where: and(
        whereApprovalVisible(reader, query.type),
        query.device_pk === undefined ? undefined : eq(approvals.deviceFk, query.device_pk),
        query.state === undefined ? undefined : isInState(query.state),
        query.waiting === undefined ? undefined : await whereAwaitsDecision(tx, reader, at),
      ),
      sort: { proposal_time: approvals.proposalTime, start_time: approvals.startTime, approve_state: state },
      key: approvals.pk,
      search: {
        device_alias: approvals.deviceAlias,
        requester_name: approvals.requesterName,
        approver_name: approvals.approverName,
        approve_state: inState,
      },
      date: { column: approvals.proposalTime },
    },
  });
}
