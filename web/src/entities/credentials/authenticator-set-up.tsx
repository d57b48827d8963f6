import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { QrCode } from '../../ui/qr-code.tsx';
import { groupedSecretOf } from './one-time-code.ts';
import classes from './one-time-code.module.css';

/** Set-up of the authenticator: the QR code, and its secret for manual entry. */
export function AuthenticatorSetUp({ otpauth }: { otpauth: string }) {
  const { t } = useTranslation('otp');
  return (
    <div className={classes.setup}>
      <QrCode text={otpauth} label={t('set_up.image')} />
      <Stack gap="sm">
        <ol>
          <li>{t('set_up.install')}</li>
          <li>{t('set_up.scan')}</li>
          <li>{t('set_up.type')}</li>
        </ol>
        <div>
          <Text size="xs" c="dimmed" mb={4}>
            {t('set_up.secret')}
          </Text>
          <div className={classes.secret}>{groupedSecretOf(otpauth)}</div>
        </div>
      </Stack>
    </div>
  );
}
