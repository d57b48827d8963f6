import type { DevicePk } from '@vigil/shared/contract/ids';
import type { DeviceAction } from '@vigil/shared/domain/device-actions';
import { useLiveData, useFleetVersion } from '../../live/use-fleet.ts';
import { useViewer } from '../session/viewer.ts';
import { blastRadius, type BlastRadius } from './blast-radius.ts';
import { useWakeReadiness } from './use-wake-readiness.ts';

/** What an action would reach, counted again while its dialog is open: devices go offline and are deleted. */
export function useBlastRadius(action: DeviceAction, pks: readonly DevicePk[]): BlastRadius {
  const { store } = useLiveData();
  const { viewer } = useViewer();
  useFleetVersion();
  const wakeProblem = useWakeReadiness(action === 'wol' ? pks.flatMap((pk) => store.get(pk) ?? []) : []);
  return blastRadius(action, pks, viewer, { store, wakeProblem });
}
