import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type { postApproval } from '@vigil/shared/contract/http/approvals';
import type { UserPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import type { Tx } from '@vigil/shared/platform/db/client';
import type { Caller } from '../../session/session.ts';
import { readPerson } from './people.ts';
import { approveState, findApproval, storeDecision, type StoredApproval } from './queries.ts';

export type DecisionBody = Extract<BodyOf<typeof postApproval>, { pk: unknown }>;

/** Only whom the request names, as long as that one may decide at all, and administrators. @throws Problem `not_allowed` */
function checkDecider({ user, flags }: Caller, approverFk: UserPk | null): void {
  const may = flags.isAdmin || (flags.isApprover && approverFk === user);
  if (!may) throw new Problem('not_allowed', { reason: 'role', detail: 'isApprover' });
}

function checkDecision({ is_accept, react_reason }: DecisionBody, { approval, state }: StoredApproval, now: number) {
  if (state === approveState.deviceDeleted) throw new Problem('conflict');
  if (is_accept === 0 && react_reason === '') throw new Problem('approvals_reason');
  if (is_accept === 1 && react_reason !== '') throw new Problem('approval_takes_no_reason');
  // There is nothing left to open.
  if (is_accept === 1 && approval.endTime.getTime() <= now) throw new Problem('date_validate_error');
}

/** Approves or refuses, also what was decided otherwise before. */
export async function decide(tx: Tx, caller: Caller, { body, now }: { body: DecisionBody; now: number }) {
  const stored = await findApproval(tx, caller, body.pk);
  if (!stored) throw new Problem('not_found');
  const { requesterFk, approverFk } = stored.approval;
  checkDecider(caller, approverFk);
  checkDecision(body, stored, now);
  await storeDecision(tx, body.pk, {
    approveState: body.is_accept === 1 ? approveState.approved : approveState.rejected,
    reactReason: body.react_reason,
    decidedAt: new Date(now),
  });
  return {
    pk: body.pk,
    recipients: [...new Set([requesterFk, ...(approverFk === null ? [] : [approverFk])])],
    mailTo: await readPerson(tx, requesterFk),
  };
}
