import { Anchor, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useInstallationSettings } from '../../entities/session/settings.ts';
import { useLanguage } from '../../lib/language.ts';
import { AuthLayout } from '../../ui/auth-layout.tsx';
import { FormMessage } from '../../ui/form-message.tsx';

/** Partner accounts cannot sign in (spec 1 §1), so the input is not sent. */
export function PartnerLoginPage() {
  const { t } = useTranslation(['partner', 'account']);
  const language = useLanguage();
  const { standalone } = useInstallationSettings();
  const [typed, setTyped] = useState({ id: '', password: '' });
  const [tried, setTried] = useState(false);
  const missing = { id: typed.id.trim() === '', password: typed.password.trim() === '' };
  const isRefused = tried && !missing.id && !missing.password;

  return (
    <AuthLayout title={t('login.title')} text={t('login.text')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
        }}
      >
        <Stack gap="md">
          {isRefused && <FormMessage kind="refused">{t('login.refused')}</FormMessage>}
          <TextInput
            size="md"
            label={t('id')}
            autoComplete="username"
            autoFocus
            value={typed.id}
            onChange={(event) => setTyped({ ...typed, id: event.currentTarget.value })}
            error={tried && missing.id ? t('login.required_id') : null}
          />
          <PasswordInput
            size="md"
            label={t('password')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('account:show_password') }}
            value={typed.password}
            onChange={(event) => setTyped({ ...typed, password: event.currentTarget.value })}
            error={tried && missing.password ? t('login.required_password') : null}
          />
          <Button type="submit" size="md">
            {t('login.submit')}
          </Button>
          <Group justify="space-between" gap="xs">
            {!standalone && (
              <Anchor component={Link} to={`/${language}/partner-join`} size="sm">
                {t('login.apply')}
              </Anchor>
            )}
            <Anchor component={Link} to={`/${language}/forgot/temporary`} size="sm">
              {t('login.forgot')}
            </Anchor>
          </Group>
          <Anchor component={Link} to={`/${language}/welcome`} size="sm">
            {t('back')}
          </Anchor>
        </Stack>
      </form>
    </AuthLayout>
  );
}
