import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { otpHelpDialog } from '../../entities/session/dialogs.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { Dialog } from '../../ui/dialog.tsx';
import classes from './profile.module.css';

const steps = ['app', 'sign_in', 'scan', 'code'] as const;

export function OtpHelpDialog({ onClose }: DialogProps<typeof otpHelpDialog>) {
  const { t } = useTranslation(['dialogs', 'common']);
  return (
    <Dialog title={t('otp.title')} size="md" onClose={onClose}>
      <Text size="sm" mb="md">
        {t('otp.lead')}
      </Text>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step}>{t(`otp.step.${step}`)}</li>
        ))}
      </ol>
      <Text size="sm" c="dimmed" mt="md">
        {t('otp.lost')}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {t('common:ok')}
        </Button>
      </Group>
    </Dialog>
  );
}
