import type { Approval } from '@vigil/shared/contract/http/approvals';
import { listApprovals } from '../../endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { approvalsKey } from '../../entities/approval/approvals.ts';
import { useIsLinked } from '../../live/use-fleet.ts';
import { useServices } from '../../lib/services.ts';
import { useViewer } from '../../entities/session/viewer.ts';

export interface Requests {
  list: readonly Approval[];
  /** The number of requests that wait for this user's decision. */
  waiting: number;
  isPending: boolean;
  error: unknown;
  retry: () => void;
}

const RECENT = 20;

/** The latest requests by or for this user, read again after `approval_changed`. */
export function useRequests(): Requests {
  const { api } = useServices();
  const { profile, viewer } = useViewer();
  const isLinked = useIsLinked();
  // The account of a ticket asks for nothing and decides nothing.
  const isAsked = viewer.isTemporary !== true;
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [...approvalsKey, 'recent'],
    queryFn: async () =>
      (await api.call(listApprovals, { query: { by: 'proposal_time', order: 'desc', limit: RECENT } })).objects,
    // Not before: it would be read again as soon as there is a connection.
    enabled: isLinked && isAsked,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const list = data ?? [];
  /** Those to another approver wait for that one, though an administrator may decide them. */
  const isForMe = ({ approve_state, approver_pk, is_over }: Approval): boolean =>
    approve_state === 0 && is_over === 0 && (approver_pk === null ? viewer.flags.isAdmin : approver_pk === profile.pk);
  const waiting = list.filter(isForMe).length;
  return { list, waiting, isPending: isPending && isAsked, error, retry: () => void refetch() };
}
