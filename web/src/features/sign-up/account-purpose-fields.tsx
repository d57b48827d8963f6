import { Input, SegmentedControl, TextInput, type TextInputProps } from '@mantine/core';
import type { AccountPurpose } from '@vigil/shared/contract/names';
import { useTranslation } from 'react-i18next';

interface UseForFieldsProps {
  useFor: AccountPurpose;
  onUseFor: (useFor: AccountPurpose) => void;
  company: TextInputProps;
  website: TextInputProps;
}

/** The purpose of the account; only an enterprise has a company. */
export function AccountPurposeFields({ useFor, onUseFor, company, website }: UseForFieldsProps) {
  const { t } = useTranslation('signup');
  return (
    <>
      <Input.Wrapper label={t('use_for.label')} labelElement="div">
        <SegmentedControl
          fullWidth
          mt={4}
          aria-label={t('use_for.label')}
          value={useFor}
          onChange={onUseFor}
          data={[
            { value: 'enterprise', label: t('use_for.enterprise') },
            { value: 'personal', label: t('use_for.personal') },
          ]}
        />
      </Input.Wrapper>
      {useFor === 'enterprise' && (
        <>
          <TextInput label={t('company')} autoComplete="organization" {...company} />
          <TextInput label={t('website')} type="url" autoComplete="url" placeholder="https://" {...website} />
        </>
      )}
    </>
  );
}
