import { useQuery } from '@tanstack/react-query';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { useCallback } from 'react';
import { listApprovals } from '../../endpoints.ts';
import { useServices } from '../../lib/services.ts';
import { accessWindowOf, type AccessWindow } from '../approval/access-windows.ts';
import { approvalsKey } from '../approval/approvals.ts';
import { useViewer } from '../session/viewer.ts';

/** The approved windows of the user on devices; none for a user whom no window binds. */
export function useAccessWindows(): (device: DevicePk) => AccessWindow | null {
  const { api } = useServices();
  const { viewer } = useViewer();
  const { data } = useQuery({
    queryKey: [...approvalsKey, 'windows'],
    queryFn: async () => {
      const approved = { type: 'request', search_key: 'approve_state', search_value: '2' } as const;
      const { objects } = await api.call(listApprovals, {
        query: { ...approved, by: 'start_time', order: 'desc', search_mode: 'all' },
      });
      return Map.groupBy(objects, ({ device_pk }) => device_pk);
    },
    enabled: viewer.usesApproval,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useCallback((device) => accessWindowOf(data?.get(device) ?? [], Date.now()), [data]);
}
