import { TextInput } from '@mantine/core';
import { TYPED_CODE_DIGITS } from '@vigil/shared/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLatest } from '../../lib/use-latest.ts';
import { oneTimeCodeDigits } from './one-time-code.ts';
import classes from './one-time-code.module.css';

const isComplete = (digits: string): boolean => digits.length === TYPED_CODE_DIGITS;

interface OneTimeCodeFieldProps {
  busy: boolean;
  /** The server refuses another code for a while; what is typed meanwhile is sent after it. */
  isWaiting?: boolean;
  error: string | null;
  onCode: (code: string) => void;
}

/** Six digits, typed or pasted in any format; the sixth submits them. */
export function OneTimeCodeField({ busy, isWaiting = false, error, onCode }: OneTimeCodeFieldProps) {
  const { t } = useTranslation('otp');
  const [code, setCode] = useState('');
  const take = (typed: string): void => {
    const digits = oneTimeCodeDigits(typed);
    setCode(digits);
    if (isComplete(digits) && digits !== code && !busy && !isWaiting) onCode(digits);
  };
  const send = useLatest(() => {
    if (isComplete(code) && !busy) onCode(code);
  });
  const wasWaiting = useRef(isWaiting);
  useEffect(() => {
    if (wasWaiting.current && !isWaiting) send.current();
    wasWaiting.current = isWaiting;
  }, [isWaiting, send]);
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
