import { PasswordInput, Stack } from '@mantine/core';
import { problems } from '@vigil/shared/contract/problems';
import type { PasswordRule } from '@vigil/shared/domain/password-rules';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/language.ts';
import { FormMessage } from '../../ui/form-message.tsx';
import { PasswordChecklist } from './password-checklist.tsx';

/** The input properties of a form library: value, error and change handler. */
interface FieldProps {
  value?: string;
  error?: React.ReactNode;
  onChange?: (event: React.ChangeEvent<HTMLInputElement>) => void;
}

interface NewPasswordFieldsProps {
  rule: PasswordRule;
  /** The company's own level does not exist. */
  isLevelInvalid?: boolean;
  label: string;
  password: FieldProps;
  confirmation: FieldProps;
  required?: boolean;
  size?: 'sm' | 'md';
}

/** A new password with its requirements, and its confirmation. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { rule, isLevelInvalid = false, label, password, confirmation, required = false, size = 'md' } = props;
  const { t } = useTranslation('account');
  const language = useLanguage();
  const list = useId();
  const [isLeft, setIsLeft] = useState(false);
  const [pw, again] = [password.value?.trim() ?? '', confirmation.value?.trim() ?? ''];
  // While it is typed it may still become the same.
  const isWrong = again !== '' && again !== pw && (isLeft || !pw.startsWith(again));
  return (
    <Stack gap="md">
      {isLevelInvalid && <FormMessage kind="note">{t('password_level_invalid')}</FormMessage>}
      <Stack gap={8}>
        <PasswordInput
          size={size}
          label={label}
          required={required}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
          aria-describedby={list}
          {...password}
        />
        <PasswordChecklist id={list} rule={rule} password={password.value ?? ''} />
      </Stack>
      <PasswordInput
        size={size}
        label={t('confirm_password')}
        required={required}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
        {...confirmation}
        error={confirmation.error || (isWrong && problems.password_confirm[language])}
        onBlur={() => setIsLeft(true)}
      />
    </Stack>
  );
}
