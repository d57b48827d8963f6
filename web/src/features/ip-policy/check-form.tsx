import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { AddressAccess } from '@vigil/shared/contract/http/ip-policy';
import { problems } from '@vigil/shared/contract/problems';
import { parseAddressRule } from '@vigil/shared/domain/ip-addresses';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/language.ts';
import { useAccessText } from './access-text.ts';

interface CheckFormProps {
  check: string;
  checked: AddressAccess | null;
  onCheck: (address: string) => void;
}

/** Says of any address whether it may connect, and by which rule. */
export function AddressCheckForm({ check, checked, onCheck }: CheckFormProps) {
  const { t } = useTranslation('blocking');
  const language = useLanguage();
  const accessText = useAccessText();
  const [address, setAddress] = useState(check);
  const [isWrong, setWrong] = useState(false);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const typed = address.trim();
        const isAddress = typed === '' || (!typed.includes('/') && parseAddressRule(typed) !== null);
        setWrong(!isAddress);
        if (isAddress) onCheck(typed);
      }}
    >
      <Stack gap={6}>
        <Group gap="xs" align="flex-start">
          <TextInput
            size="xs"
            w={240}
            aria-label={t('check.label')}
            placeholder={t('check.label')}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            error={isWrong ? problems.ip_range_error[language] : null}
            maxLength={60}
          />
          <Button type="submit" size="xs" variant="default">
            {t('check.go')}
          </Button>
        </Group>
        {checked && (
          <Text size="sm" role="status">
            {accessText(checked)}
          </Text>
        )}
      </Stack>
    </form>
  );
}
