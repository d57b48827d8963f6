import type { DevicePk } from '@vigil/shared/contract/ids';
import { listApprovals } from '@vigil/shared/contract/routes/people';
import { useCallback } from 'react';
import type { Api } from '../../lib/api.ts';
import { accessWindowOf, type AccessWindow } from '../approval/access-windows.ts';
import { approvals } from '../approval/approvals.ts';
import { useViewer } from '../session/viewer.ts';

async function readWindows({ call }: Api) {
  const approved = { type: 'request', search_key: 'approve_state', search_value: '2' } as const;
  const { objects } = await call(listApprovals, {
    query: { ...approved, by: 'start_time', order: 'desc', search_mode: 'all' },
  });
  return Map.groupBy(objects, ({ device_pk }) => device_pk);
}

/** The approved windows of the user on devices; none for a user whom no window binds. */
export function useAccessWindows(): (device: DevicePk) => AccessWindow | null {
  const { viewer } = useViewer();
  const { data } = approvals.useRead(['windows'], readWindows, {
    enabled: viewer.usesApproval,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useCallback((device) => accessWindowOf(data?.get(device) ?? [], Date.now()), [data]);
}
