import { SIGN_IN_AND_PAIRING_CODE_DIGITS } from '@vigil/shared/contract/limits';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { oneTimeCodeDigits } from './one-time-code.ts';
import classes from './one-time-code.module.css';

interface OneTimeCodeFieldProps {
  busy: boolean;
  error: string | null;
  onCode: (code: string) => void;
}

/** Six digits, typed or pasted in any format; the sixth submits them. */
export function OneTimeCodeField({ busy, error, onCode }: OneTimeCodeFieldProps) {
  const { t } = useTranslation('otp');
  const [code, setCode] = useState('');
  const take = (typed: string): void => {
    const digits = oneTimeCodeDigits(typed);
    setCode(digits);
    if (digits.length === SIGN_IN_AND_PAIRING_CODE_DIGITS && digits !== code && !busy) onCode(digits);
  };
  return (
    <TextInput
      size="md"
      label={t('code')}
      classNames={{ input: classes.code ?? '' }}
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder="000000"
      data-autofocus
      value={code}
      onChange={(event) => take(event.currentTarget.value)}
      error={error}
    />
  );
}
