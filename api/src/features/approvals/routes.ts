import type { Bit } from '@vigil/shared/contract/device';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import {
  listApprovals,
  postApproval,
  withdrawApproval,
  type AccessRequest,
} from '@vigil/shared/contract/http/approvals';
import { Problem } from '@vigil/shared/contract/problems';
import { approvalActions } from '@vigil/shared/domain/approval-actions';
import { selectApprovalPage, type ApprovalWithDevice } from '@vigil/shared/platform/approval-queries';
import { announceOnCommit, publishRightsOnCommit } from '@vigil/shared/platform/changes/commit-change';
import type { Tx } from '@vigil/shared/platform/db/client';
import { createAccessRequestMails } from '../../access/access-request-mails.ts';
import { decidesOwnRequests } from '../../access/approvers.ts';
import { parseTypedRange } from '../../access/date-range.ts';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { composeApprovalMail } from './mails.ts';
import { lockVisibleApproval } from './queries.ts';
import {
  decideRequest,
  accessRequestFactsFor,
  requestApproval,
  resubmitUndecidedRequest,
  withdrawUndecidedRequest,
  type ApprovalChangeResult,
} from './service.ts';

const bit = (is: boolean): Bit => (is ? 1 : 0);

function wire(caller: Caller, stored: ApprovalWithDevice, at: { now: number; decidesOwn: boolean }): AccessRequest {
  const { approval, state, devicePk, publicIp } = stored;
  const facts = accessRequestFactsFor(caller, stored, at);
  const can = approvalActions(facts);
  return {
    pk: approval.pk,
    device_pk: devicePk,
    device_alias: approval.deviceAlias,
    device_pub_ip: publicIp,
    proposal_time: approval.proposalTime.toISOString(),
    start_time: approval.startTime.toISOString(),
    end_time: approval.endTime.toISOString(),
    approval_reason: approval.approvalReason,
    react_reason: approval.reactReason,
    requester_id: approval.requesterId,
    requester_name: approval.requesterName,
    approver_pk: approval.approverFk,
    approver_id: approval.approverId,
    approver_name: approval.approverName,
    approve_state: state,
    is_over: bit(facts.isOver),
    waits_for_other: bit(facts.waitsForOther),
    can: {
      resubmit: bit(can.resubmit),
      approve: bit(can.approve),
      reject: bit(can.reject),
      renew: bit(can.renew),
      change: bit(can.change),
    },
  };
}

export function registerApprovalRoutes(routes: RouteRegistry, deps: Deps): void {
  const { config, database, now } = deps;
  const { writeMails } = createAccessRequestMails(deps);

  routes.on(listApprovals, async ({ caller, query }) => {
    const { rows, meta, decidesOwn } = await database.read(caller.company, async (tx) => {
      const reader = { user: caller.user, isAdmin: caller.flags.isAdmin };
      const inTime = await parseTypedRange(tx, caller, query);
      const page = await selectApprovalPage(tx, reader, { query: inTime, at: new Date(now()) });
      return { ...page, decidesOwn: await decidesOwnRequests(tx, caller) };
    });
    const at = { now: now(), decidesOwn };
    return { objects: rows.map((row) => wire(caller, row, at)), meta };
  });

  const write = (
    tx: Tx,
    caller: Caller,
    body: BodyOf<typeof postApproval>,
    at: number,
  ): Promise<ApprovalChangeResult> => {
    if ('device_pk' in body) return requestApproval(tx, caller, { body, now: at });
    return 'is_accept' in body
      ? decideRequest(tx, caller, { body, now: at })
      : resubmitUndecidedRequest(tx, caller, { body, now: at });
  };

  routes.change(postApproval, {
    rule: async (tx, { caller, body }) => {
      const at = now();
      const { pk, changed, mailTo, recipients } = await write(tx, caller, body, at);
      const stored = await lockVisibleApproval(tx, caller, pk);
      if (!stored) throw new Problem('not_found');
      const wired = wire(caller, stored, { now: at, decidesOwn: await decidesOwnRequests(tx, caller) });
      if (changed) {
        await writeMails(tx, {
          to: mailTo,
          requester: 'is_accept' in body ? null : caller.user,
          compose: (one) => composeApprovalMail(wired, one, config.PUBLIC_URL),
        });
        announceOnCommit(tx, { kind: 'approval', to: recipients, pk, state: wired.approve_state });
        // Approved windows are among the rights of a user, and a new request is none; consoles are told at the edges of
        // a window, by the workers.
        if (!('device_pk' in body)) publishRightsOnCommit(tx, stored.approval.requesterFk);
      }
      return [wired];
    },
  });

  routes.change(withdrawApproval, {
    rule: async (tx, { caller, params: { pk } }) => {
      const recipients = await withdrawUndecidedRequest(tx, caller, { pk, now: now() });
      announceOnCommit(tx, { kind: 'approval', to: recipients, pk });
      return [pk];
    },
  });
}
