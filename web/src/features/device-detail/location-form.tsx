import { Button, Group, TextInput } from '@mantine/core';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { locationOfText, locationText } from '../../entities/device/location-text.ts';
import { useDeviceFieldDenial } from '../../entities/device/use-device-field-denial.ts';
import { useDeviceMutations } from '../../entities/device/use-device-mutations.ts';
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
  const { update } = useDeviceMutations();
  const problemText = useProblemText();
  const [{ latitude, longitude }] = useState(device);
  const [text, setText] = useState(locationText(device));
  const location = locationOfText(text);
  const save = useSingleFlightMutation({
    mutationFn: () => update(device.pk, location ?? { latitude: null, longitude: null }, { latitude, longitude }),
    onSuccess: () => {
      notifyDone(t('place.saved'));
      onSaved();
    },
  });
  if (useDeviceFieldDenial()('latitude') !== null) return null;
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
