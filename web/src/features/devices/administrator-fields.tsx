import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { locationOfText } from '../../entities/device/location-text.ts';
import { useDeviceFieldDenial } from '../../entities/device/use-device-field-denial.ts';
import { LockableSwitch } from '../../ui/lockable-switch.tsx';

export interface AdministratorValues {
  readonly forbidsFiles: boolean;
  /** Undefined until it is read. */
  readonly requiresPledge: boolean | undefined;
  /** As it is typed; empty: as the agent reports it. */
  readonly location: string;
}

interface AdministratorFieldsProps {
  values: AdministratorValues;
  onChange: (values: Partial<AdministratorValues>) => void;
}

/** What only administrators decide of a device: file transfer, pledge, location. */
export function AdministratorFields({ values, onChange }: AdministratorFieldsProps) {
  const { t } = useTranslation('devices');
  const reasonFor = useDeviceFieldDenial();
  const { forbidsFiles, requiresPledge, location } = values;
  return (
    <>
      <LockableSwitch
        label={t('transfer')}
        checked={!forbidsFiles}
        reason={reasonFor('disable_filetransfer')}
        onToggle={() => onChange({ forbidsFiles: !forbidsFiles })}
      />
      {requiresPledge !== undefined && (
        <LockableSwitch
          label={t('pledge.label')}
          description={t('pledge.hint')}
          checked={requiresPledge}
          reason={reasonFor('security_agreement')}
          onToggle={() => onChange({ requiresPledge: !requiresPledge })}
        />
      )}
      <TextInput
        label={t('place.label')}
        description={t('place.hint')}
        value={location}
        onChange={({ currentTarget }) => onChange({ location: currentTarget.value })}
        error={locationOfText(location) === undefined && t('place.invalid')}
      />
    </>
  );
}
