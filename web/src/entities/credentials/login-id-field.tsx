import { Loader, TextInput } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { problems } from '@vigil/shared/contract/problems';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/language.ts';
import type { LoginIdAvailability } from './use-login-id-availability.ts';

interface IdFieldProps {
  availability: LoginIdAvailability;
  /** The input properties of the form: value, error, change handler. */
  field: { value?: string; error?: React.ReactNode; onChange?: (event: React.ChangeEvent<HTMLInputElement>) => void };
}

const signs = {
  unknown: null,
  invalid: <IconX size={18} color="var(--state-danger)" aria-hidden />,
  checking: <Loader size={16} color="gray" />,
  free: <IconCheck size={18} color="var(--state-online)" aria-hidden />,
  taken: <IconX size={18} color="var(--state-danger)" aria-hidden />,
} as const;

/** The ID field, with the availability of the typed ID. */
export function LoginIdField({ availability, field }: IdFieldProps) {
  const { t } = useTranslation('signup');
  const language = useLanguage();
  const code = availability === 'taken' ? 'id_exist' : availability === 'invalid' ? 'invalid_id' : null;
  return (
    <div>
      <TextInput
        size="md"
        label={t('id')}
        description={t('id_hint')}
        required
        withAsterisk
        autoComplete="username"
        autoCapitalize="none"
        rightSection={signs[availability]}
        {...field}
        error={field.error ?? (code && problems[code][language])}
      />
      <span className="visually-hidden" role="status">
        {availability === 'checking' && t('availability.checking')}
        {availability === 'free' && t('availability.free')}
      </span>
    </div>
  );
}
