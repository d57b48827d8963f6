import { Button, Stack, Text } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useLanguage } from '../../lib/language.ts';
import { AuthLayout } from '../../ui/auth-layout.tsx';

/** Spec 1 §9. */
const trial = { days: 15, devices: 5 } as const;

/** Welcome, the free trial, and the remaining step. */
export function JoinDonePage() {
  const { t } = useTranslation(['signup', 'account']);
  const language = useLanguage();
  const email = emailOf(useLocation().state);
  return (
    <AuthLayout title={t('done.title')}>
      <Stack gap="lg">
        <IconMailCheck size={40} stroke={1.4} color="var(--accent-text)" aria-hidden="true" />
        <Text>{t('done.trial', trial)}</Text>
        <Text>{email === '' ? t('done.verify') : t('done.verify_at', { email })}</Text>
        <Text size="sm" c="dimmed">
          {t('done.no_mail')}
        </Text>
        <Button component={Link} to={`/${language}/`} size="md">
          {t('account:to_sign_in')}
        </Button>
      </Stack>
    </AuthLayout>
  );
}

const emailOf = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string' ? state.email : '';
