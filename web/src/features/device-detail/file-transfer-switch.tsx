import { deviceFieldChangeNeeds, denialReason, guestSessionDenial } from '@vigil/shared/domain/permissions';
import { useTranslation } from 'react-i18next';
import { updateDevice } from '../../endpoints/devices.ts';
import { useDeviceMutations } from '../../entities/device/use-device-changes.ts';
import { useObstacleText } from '../../entities/device/use-obstacle-text.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import type { FleetDevice } from '../../live/fleet-store.ts';
import { notifyDone, notifyFailed } from '../../ui/toasts.ts';
import { LockableSwitch } from '../../ui/lockable-switch.tsx';

/** Whether files may be transferred to and from the device, which administrators decide (decision 114). */
export function FileTransferSwitch({ device }: { device: Pick<FleetDevice, 'pk' | 'disable_filetransfer'> }) {
  const { t } = useTranslation(['detail', 'devices']);
  const { viewer } = useViewer();
  const { ofDenial } = useObstacleText();
  const { update } = useDeviceMutations();
  const problemText = useProblemText();
  const denial =
    denialReason(viewer, deviceFieldChangeNeeds.disable_filetransfer) ?? guestSessionDenial(viewer, updateDevice);
  const isForbidden = device.disable_filetransfer === 1;
  const change = useSingleFlightMutation({
    mutationFn: () => update(device.pk, { disable_filetransfer: isForbidden ? 0 : 1 }),
    onSuccess: () => notifyDone(t(isForbidden ? 'files_allowed' : 'files_forbidden')),
    onError: (error) => notifyFailed(problemText(error)),
  });
  return (
    <LockableSwitch
      size="xs"
      aria-label={t('devices:transfer')}
      checked={!isForbidden}
      reason={denial && ofDenial(denial)}
      onToggle={() => change.mutate()}
    />
  );
}
