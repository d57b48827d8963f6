import { TextInput } from '@mantine/core';
import type { Bit } from '@vigil/shared/contract/device';
import { deviceFieldChangeNeeds, denialReason, guestSessionDenial } from '@vigil/shared/domain/permissions';
import { useTranslation } from 'react-i18next';
import { updateDevice } from '../../endpoints/devices.ts';
import { locationOfText } from '../../entities/device/location-text.ts';
import { useObstacleText } from '../../entities/device/use-obstacle-text.ts';
import { useViewer } from '../../entities/session/viewer.ts';
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
  const { viewer } = useViewer();
  const { ofDenial } = useObstacleText();
  const reasonFor = (field: 'disable_filetransfer' | 'security_agreement') => {
    const denial = denialReason(viewer, deviceFieldChangeNeeds[field]) ?? guestSessionDenial(viewer, updateDevice);
    return denial && ofDenial(denial);
  };
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
