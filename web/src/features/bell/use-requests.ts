import { listApprovals, type Approval } from '@vigil/shared/contract/http/approvals';
import { useQuery } from '@tanstack/react-query';
import { approvalsKey } from '../../entities/approval/approvals.ts';
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
  const { profile } = useViewer();
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [...approvalsKey, 'recent'],
    queryFn: async () =>
      (await api.call(listApprovals, { query: { by: 'proposal_time', order: 'desc', limit: RECENT } })).objects,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const list = data ?? [];
  const waiting = list.filter((one) => one.approve_state === 0 && one.approver_pk === profile.pk).length;
  return { list, waiting, isPending, error, retry: () => void refetch() };
}
