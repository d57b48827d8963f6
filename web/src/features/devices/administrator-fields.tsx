import { TextInput } from '@mantine/core';
import type { Bit } from '@vigil/shared/contract/device';
import { useTranslation } from 'react-i18next';
import { locationOfText } from '../../entities/device/location-text.ts';
import { useDeviceFieldDenial } from '../../entities/device/use-device-field-denial.ts';
import { LockableSwitch } from '../../ui/lockable-switch.tsx';

export interface AdministratorValues {
  readonly disable_filetransfer: Bit;
  /** Undefined until it is read. */
  readonly security_agreement: Bit | undefined;
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
  const { disable_filetransfer: forbidsFiles, security_agreement: pledge, location } = values;
  return (
    <>
      <LockableSwitch
        label={t('transfer')}
        checked={forbidsFiles === 0}
        reason={reasonFor('disable_filetransfer')}
        onToggle={() => onChange({ disable_filetransfer: forbidsFiles === 1 ? 0 : 1 })}
      />
      {pledge !== undefined && (
        <LockableSwitch
          label={t('pledge.label')}
          description={t('pledge.hint')}
          checked={pledge === 1}
          reason={reasonFor('security_agreement')}
          onToggle={() => onChange({ security_agreement: pledge === 1 ? 0 : 1 })}
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
