import type { DevicePk } from '@vigil/shared/contract/ids';
import { listApprovals } from '@vigil/shared/contract/routes/people';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Api } from '../../lib/api.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { approvals } from '../approval/approvals.ts';
import { useViewer } from '../session/viewer.ts';
import { joinStates, stateWordsOf } from './state-dot.tsx';

async function readRequested({ call }: Api): Promise<ReadonlySet<DevicePk | null>> {
  const undecided = { type: 'request', state: 0, by: 'start_time', order: 'desc', search_mode: 'all' } as const;
  const { objects } = await call(listApprovals, { query: undecided });
  return new Set(objects.filter(({ is_over }) => is_over === 0).map(({ device_pk }) => device_pk));
}

/**
 * The devices that the user has asked for access to, and nobody has decided yet; none for a user whom no window binds.
 */
export function useRequestedDevices(): (device: DevicePk) => boolean {
  const { viewer } = useViewer();
  const { data } = approvals.useRead(['requested'], readRequested, {
    enabled: viewer.usesApproval,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useCallback((device) => data?.has(device) ?? false, [data]);
}

/** Returns the words for the state of a device: "Online · locked". */
export function useDeviceStateText(): (device: FleetDevice) => string {
  const { t } = useTranslation('common');
  const { viewer } = useViewer();
  const isRequested = useRequestedDevices();
  return (device) => joinStates(stateWordsOf(device, viewer, isRequested(device.pk)).map((word) => t(word)));
}
