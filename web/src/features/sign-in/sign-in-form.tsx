import { Anchor, Button, Checkbox, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFocusAfter } from '../../lib/use-focus-after.ts';
import classes from './sign-in-form.module.css';

/** The problem of a field stands in the space below it. */
const field = { root: classes.field ?? '', wrapper: classes.box ?? '', error: classes.problem ?? '' };

export interface SignInFormValues {
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
  /** The server refuses another attempt for a while. */
  isWaiting: boolean;
  /** Below the button, so that nothing of the form moves when it appears. */
  message: ReactNode;
  /** The addresses for a forgotten ID or password. */
  forgot: string;
  onSubmit: (credentials: SignInFormValues) => void;
}

export function SignInForm({ remembered, stays, busy, isWaiting, message, forgot, onSubmit }: SignInFormProps) {
  const { t } = useTranslation(['signin', 'account']);
  const [id, setId] = useState(remembered);
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(remembered !== '');
  const [stay, setStaySignedIn] = useState(stays);
  const [tried, setTried] = useState(false);
  const passwordField = useFocusAfter<HTMLInputElement>(busy);

  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setTried(true);
    const typed = { id: id.trim(), password: password.trim() };
    if (typed.id !== '' && typed.password !== '' && !busy && !isWaiting) onSubmit({ ...typed, remember, stay });
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          size="md"
          label={t('id')}
          classNames={field}
          autoComplete="username"
          autoFocus={remembered === ''}
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
          error={tried && id.trim() === '' ? t('required_id') : null}
        />
        <PasswordInput
          ref={passwordField}
          size="md"
          label={t('password')}
          classNames={field}
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
        <Button type="submit" size="md" loading={busy} disabled={isWaiting}>
          {t('submit')}
        </Button>
      </Stack>
      <div className={classes.message}>{message}</div>
    </form>
  );
}
