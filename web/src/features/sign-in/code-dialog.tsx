import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthenticatorSetUp } from '../../entities/credentials/authenticator-set-up.tsx';
import { OneTimeCodeField } from '../../entities/credentials/one-time-code-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RecoveryCodeForm } from './recovery-code-form.tsx';

interface CodeDialogProps {
  /** The text of the QR code, if the authenticator is not set up yet. */
  setUp: string | null;
  busy: boolean;
  /** The server refuses another code for a while. */
  isWaiting: boolean;
  error: string | null;
  /** The number of refused codes; each one clears the field. */
  attempt: number;
  onCode: (code: string) => void;
  onClose: () => void;
}

/** Step 3: the one-time code, or a recovery code instead (spec 1 §4). */
export function CodeDialog({ setUp, busy, isWaiting, error, attempt, onCode, onClose }: CodeDialogProps) {
  const { t } = useTranslation('otp');
  const [byRecovery, setByRecovery] = useState(false);
  const entry = { busy, isWaiting, error, onCode };
  return (
    <Dialog title={t(setUp === null ? 'title' : 'set_up.title')} size="md" onClose={onClose}>
      <Stack gap="md">
        {setUp === null ? (
          <Text>{t(byRecovery ? 'recovery.text' : 'text')}</Text>
        ) : (
          <AuthenticatorSetUp otpauth={setUp} />
        )}
        {byRecovery ? <RecoveryCodeForm {...entry} /> : <OneTimeCodeField key={attempt} {...entry} />}
        {setUp === null && (
          <Button variant="subtle" size="compact-sm" onClick={() => setByRecovery(!byRecovery)}>
            {t(byRecovery ? 'use_authenticator' : 'use_recovery')}
          </Button>
        )}
      </Stack>
    </Dialog>
  );
}
