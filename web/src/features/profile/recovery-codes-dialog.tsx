import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { RecoveryCodes } from '../../entities/session/recovery-codes.tsx';

export function RecoveryCodesDialog({ request: { codes }, onClose }: DialogProps<'recovery-codes'>) {
  const { t } = useTranslation('otp');
  return (
    <Dialog title={t('recovery.title')} size="sm" onClose={onClose}>
      <Text size="sm" mb="md">
        {t('recovery.shown_once')}
      </Text>
      <RecoveryCodes codes={codes} />
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>{t('recovery.kept')}</Button>
      </Group>
    </Dialog>
  );
}
