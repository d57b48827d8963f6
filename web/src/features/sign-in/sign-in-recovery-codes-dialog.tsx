import { Button, Checkbox, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecoveryCodes } from '../../entities/credentials/recovery-codes.tsx';

/** Recovery codes are never shown again, so only the confirmation that they are stored closes the dialog. */
export function SignInCodesDialog({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('otp');
  const [kept, setKept] = useState(false);
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      title={t('recovery.title')}
      attributes={{ header: { role: 'none' } }}
    >
      <Stack gap="md">
        <Text>{t('recovery.shown_once')}</Text>
        <RecoveryCodes codes={codes} />
        <Checkbox
          label={t('recovery.kept')}
          checked={kept}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
        <Button size="sm" disabled={!kept} onClick={onDone}>
          {t('recovery.go_on')}
        </Button>
      </Stack>
    </Modal>
  );
}
