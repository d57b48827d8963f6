import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog.tsx';
import { AuthenticatorSetUp } from './authenticator-set-up.tsx';
import { OneTimeCodeField } from './one-time-code-field.tsx';
import { RecoveryCodeForm } from './recovery-code-form.tsx';

interface CodeDialogProps {
  /** The text of the QR picture, when the authenticator has yet to be set up. */
  setUp: string | null;
  busy: boolean;
  error: string | null;
  /** How many codes were refused: each begins with an empty field. */
  attempt: number;
  onCode: (code: string) => void;
  onClose: () => void;
}

/** Step 3: the one-time code, or a recovery code in its place (spec 1 §4). */
export function CodeDialog({ setUp, busy, error, attempt, onCode, onClose }: CodeDialogProps) {
  const { t } = useTranslation('otp');
  const [byRecovery, setByRecovery] = useState(false);
  const entry = { busy, error, onCode };
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
