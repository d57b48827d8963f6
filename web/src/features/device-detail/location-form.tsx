import { Button, Group, TextInput } from '@mantine/core';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { deviceFieldChangeNeeds, denialReason, guestSessionDenial } from '@vigil/shared/domain/permissions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { updateDevice } from '../../endpoints/devices.ts';
import { locationOfText, locationText } from '../../entities/device/location-text.ts';
import { useDeviceMutations } from '../../entities/device/use-device-changes.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { notifyDone } from '../../ui/toasts.ts';

interface LocationFormProps {
  device: { pk: DevicePk; latitude: number; longitude: number };
  onSaved: () => void;
}

/** Sets the location by hand; without one, the location that the agent reports is shown again (decision 126). */
export function LocationForm({ device, onSaved }: LocationFormProps) {
  const { t } = useTranslation(['devices', 'common']);
  const { viewer } = useViewer();
  const { update } = useDeviceMutations();
  const problemText = useProblemText();
  const [text, setText] = useState(locationText(device));
  const location = locationOfText(text);
  const save = useSingleFlightMutation({
    mutationFn: () => update(device.pk, location ?? { latitude: null, longitude: null }),
    onSuccess: () => {
      notifyDone(t('place.saved'));
      onSaved();
    },
  });
  const denial = denialReason(viewer, deviceFieldChangeNeeds.latitude) ?? guestSessionDenial(viewer, updateDevice);
  if (denial) return null;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (location !== undefined) save.mutate();
      }}
    >
      <Group mt="md" gap="xs" align="flex-end">
        <TextInput
          flex={1}
          label={t('place.label')}
          description={t('place.hint')}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          error={location === undefined ? t('place.invalid') : save.error && problemText(save.error)}
        />
        <Button
          type="submit"
          loading={save.isPending}
          disabled={location === undefined || text === locationText(device)}
        >
          {t('common:save')}
        </Button>
      </Group>
    </form>
  );
}
