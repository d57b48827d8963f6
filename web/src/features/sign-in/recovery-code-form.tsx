import { Button, Stack, TextInput } from '@mantine/core';
import { recoveryCodePattern } from '@vigil/shared/contract/patterns';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRecoveryCode } from '../../entities/credentials/one-time-code.ts';
import classes from '../../entities/credentials/one-time-code.module.css';

interface RecoveryCodeFormProps {
  busy: boolean;
  isWaiting: boolean;
  error: string | null;
  onCode: (code: string) => void;
}

/** A recovery code instead of the one-time code, for a lost authenticator. */
export function RecoveryCodeForm({ busy, isWaiting, error, onCode }: RecoveryCodeFormProps) {
  const { t } = useTranslation('otp');
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const complete = recoveryCodePattern.test(code);
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (complete && !busy && !isWaiting) onCode(code);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          size="md"
          label={t('recovery.code')}
          classNames={{ input: classes.recovery ?? '' }}
          autoComplete="off"
          placeholder="ABCDE-23456"
          data-autofocus
          value={code}
          onChange={(event) => setCode(formatRecoveryCode(event.currentTarget.value))}
          error={tried && !complete ? t('recovery.incomplete') : error}
        />
        <Button type="submit" size="sm" loading={busy} disabled={isWaiting}>
          {t('submit')}
        </Button>
      </Stack>
    </form>
  );
}
