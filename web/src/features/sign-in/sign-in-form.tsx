import { Anchor, Button, Checkbox, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

export interface Credentials {
  id: string;
  password: string;
  /** Remember the ID. */
  remember: boolean;
  /** Keep the session after the tab is closed. */
  stay: boolean;
}

interface SignInFormProps {
  remembered: string;
  stays: boolean;
  busy: boolean;
  message: ReactNode;
  /** The addresses for a forgotten ID or password. */
  forgot: string;
  onSubmit: (credentials: Credentials) => void;
}

export function SignInForm({ remembered, stays, busy, message, forgot, onSubmit }: SignInFormProps) {
  const { t } = useTranslation(['signin', 'account']);
  const [id, setId] = useState(remembered);
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(remembered !== '');
  const [stay, setStaySignedIn] = useState(stays);
  const [tried, setTried] = useState(false);

  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setTried(true);
    const typed = { id: id.trim(), password: password.trim() };
    if (typed.id !== '' && typed.password !== '' && !busy) onSubmit({ ...typed, remember, stay });
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {message}
        <TextInput
          size="md"
          label={t('id')}
          autoComplete="username"
          autoFocus={remembered === ''}
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
          error={tried && id.trim() === '' ? t('required_id') : null}
        />
        <PasswordInput
          size="md"
          label={t('password')}
          autoComplete="current-password"
          autoFocus={remembered !== ''}
          visibilityToggleButtonProps={{ 'aria-label': t('account:show_password') }}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={tried && password.trim() === '' ? t('required_password') : null}
        />
        <Stack gap="xs">
          <Checkbox
            label={t('remember')}
            checked={remember}
            onChange={(event) => setRemember(event.currentTarget.checked)}
          />
          <Group justify="space-between" gap="xs">
            <Checkbox
              label={t('stay')}
              checked={stay}
              onChange={(event) => setStaySignedIn(event.currentTarget.checked)}
            />
            <Anchor component={Link} to={forgot} size="sm">
              {t('forgot')}
            </Anchor>
          </Group>
        </Stack>
        <Button type="submit" size="md" loading={busy}>
          {t('submit')}
        </Button>
      </Stack>
    </form>
  );
}
