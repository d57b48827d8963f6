import type { AccessRequest } from '@vigil/shared/contract/http/approvals';
import { approvals } from '../../entities/approval/approvals.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useIsReceiving } from '../../live/use-fleet.ts';

export type NewestRequests = ReturnType<typeof useNewestRequests>;

const recent = { by: 'proposal_time', order: 'desc', limit: 20 } as const;
const none: readonly AccessRequest[] = [];

/**
 * The latest requests by or for this user, read again after `approval_changed`, and how many wait for this user's
 * decision.
 */
export function useNewestRequests() {
  const { profile, viewer } = useViewer();
  const isLinked = useIsReceiving();
  // The account of a ticket asks for nothing and decides nothing.
  const isAsked = viewer.isTemporary !== true;
  const query = approvals.usePage(recent, {
    // Not before: it would be read again as soon as there is a connection.
    enabled: isLinked && isAsked,
    staleTime: Number.POSITIVE_INFINITY,
  });
  /** Those to another approver wait for that one, though an administrator may decide them. */
  const isForMe = ({ approve_state, approver_pk, is_over }: AccessRequest): boolean =>
    approve_state === 0 && is_over === 0 && (approver_pk === null ? viewer.flags.isAdmin : approver_pk === profile.pk);
  const list = isAsked ? query.data?.objects : none;
  return {
    query: isAsked ? query : { ...query, isPending: false },
    list,
    waiting: list?.filter(isForMe).length ?? 0,
  };
}
