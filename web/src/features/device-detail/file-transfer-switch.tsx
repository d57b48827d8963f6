import { useTranslation } from 'react-i18next';
import { useDeviceFieldDenial } from '../../entities/device/use-device-field-denial.ts';
import { useDeviceMutations } from '../../entities/device/use-device-mutations.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { LockableSwitch } from '../../ui/lockable-switch.tsx';
import { notifyDone, notifyFailed } from '../../ui/toasts.ts';

/** Whether files may be transferred to and from the device, which administrators decide (decision 114). */
export function FileTransferSwitch({ device }: { device: Pick<FleetDevice, 'pk' | 'forbidsFiles'> }) {
  const { t } = useTranslation(['detail', 'devices']);
  const reasonFor = useDeviceFieldDenial();
  const { update } = useDeviceMutations();
  const problemText = useProblemText();
  const { forbidsFiles } = device;
  const change = useSingleFlightMutation({
    mutationFn: () => update(device.pk, { forbidsFiles: !forbidsFiles }, { forbidsFiles }),
    onSuccess: () => notifyDone(t(forbidsFiles ? 'files_allowed' : 'files_forbidden')),
    onError: (error) => notifyFailed(problemText(error)),
  });
  return (
    <LockableSwitch
      size="xs"
      aria-label={t('devices:transfer')}
      checked={!forbidsFiles}
      reason={reasonFor('disable_filetransfer')}
      onToggle={() => change.mutate()}
    />
  );
}
