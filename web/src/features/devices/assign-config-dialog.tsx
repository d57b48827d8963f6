import { Button, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeviceConfig } from '../../entities/config/app-configs.ts';
import { commonChoice, configOfChoice, useConfigChoices } from '../../entities/config/config-choices.ts';
import { useConfigNameText } from '../../entities/config/use-source-text.ts';
import { BlastRadiusView } from '../../entities/device/blast-radius-view.tsx';
import { BulkConfirmationField, useBulkConfirmation } from '../../entities/device/bulk-confirmation-field.tsx';
import type { assignConfigDialog } from '../../entities/device/dialogs.ts';
import { useBlastRadius } from '../../entities/device/use-blast-radius.ts';
import { useBulkReport } from '../../entities/device/use-bulk-report.ts';
import { useDeviceMutations } from '../../entities/device/use-device-mutations.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFooter } from '../../ui/form-dialog.tsx';

/** Gives one or many devices an agent configuration. */
export function AssignConfigDialog({ request: { pks }, onClose }: DialogProps<typeof assignConfigDialog>) {
  const { t } = useTranslation(['devices', 'common']);
  const { store } = useLiveData();
  const { change } = useDeviceMutations();
  const report = useBulkReport();
  const problemText = useProblemText();
  const { choices, isEmpty, failure, retry } = useConfigChoices();
  const radius = useBlastRadius('config', pks);
  const { present } = radius;
  const only = pks.length === 1 && pks[0] !== undefined ? store.get(pks[0]) : undefined;
  // As it was when the dialog opened: a change by another user does not change the choice under the pointer.
  const [before] = useState(() => commonChoice(pks.flatMap((pk) => store.get(pk) ?? [])));
  const [picked, setPicked] = useState<string | null>(null);
  const chosen = choices.find(({ value }) => value === (picked ?? before))?.value ?? null;

  const apply = useSingleFlightMutation({
    mutationFn: (confirm: number | undefined) =>
      change(present, { action: 'config', app_config_fk: configOfChoice(chosen) }, confirm),
    onSuccess: (outcome) => {
      report(outcome, (count) => t('updated_config_applied', { count }));
      onClose();
    },
  });
  const confirmation = useBulkConfirmation(present.length, apply.error);

  return (
    <Dialog
      onClose={onClose}
      title={only ? t('config_title_named', { name: only.alias }) : t('config_title', { count: present.length })}
      size="sm"
    >
      <Select
        label={t('config_field')}
        placeholder={t('config_choose')}
        data={[...choices]}
        value={chosen}
        onChange={setPicked}
        allowDeselect={false}
        error={failure ?? (apply.error ? problemText(apply.error) : null)}
        data-autofocus
      />
      {failure !== null && (
        <Button variant="default" size="xs" mt="xs" onClick={retry}>
          {t('common:retry')}
        </Button>
      )}
      {isEmpty && (
        <Text size="xs" c="dimmed" mt={6}>
          {t('config_empty')}
        </Text>
      )}
      {only && <InheritedHint device={only} />}
      {(pks.length > 1 || present.length === 0) && <BlastRadiusView radius={radius} />}
      <BulkConfirmationField count={present.length} confirmation={confirmation} />
      <DialogFooter
        submit={t('config_apply')}
        isPending={apply.isPending}
        isDisabled={chosen === null || present.length === 0 || !confirmation.isConfirmed}
        onSubmit={() => apply.mutate(confirmation.confirm)}
        onClose={onClose}
      />
    </Dialog>
  );
}

/** What the device would inherit. */
function InheritedHint({ device }: { device: FleetDevice }) {
  const { t } = useTranslation('config');
  const inheritedText = useConfigNameText();
  const { data } = useDeviceConfig(device);
  const inherited = data?.sources.find(({ source }) => source !== 'device');
  if (!inherited) return null;
  return (
    <Text size="xs" c="dimmed" mt={6}>
      {t('device_hint', { name: inheritedText(inherited) })}
    </Text>
  );
}
