import { Alert, Button, Checkbox, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import type { Language } from '@vigil/shared/contract/problem-texts';
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { LanguageMenu } from '../../ui/language-menu.tsx';
import { Logo } from '../../ui/logo.tsx';
import type { Outcome } from './sign-in-outcome.ts';
import { SignInArt } from './sign-in-art.tsx';
import classes from './sign-in.module.css';

export interface Credentials {
  id: string;
  password: string;
  remember: boolean;
}

interface SignInViewProps {
  language: Language;
  remembered: string;
  ended: string | null;
  busy: boolean;
  outcome: Outcome | null;
  error: unknown;
  onSubmit: (credentials: Credentials) => void;
}

export function SignInView({ language, remembered, ended, busy, outcome, error, onSubmit }: SignInViewProps) {
  const { t } = useTranslation('signin');
  const [id, setId] = useState(remembered);
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(remembered !== '');
  const [tried, setTried] = useState(false);

  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (id.trim() !== '' && password.trim() !== '') onSubmit({ id: id.trim(), password: password.trim(), remember });
  };

  return (
    <div className={classes.page}>
      <SignInArt lead={t('lead')} />
      <main className={classes.side}>
        <div className={classes.corner}>
          <LanguageMenu language={language} />
        </div>
        <form className={classes.form} onSubmit={submit} noValidate>
          <div className={classes.brand}>
            <Logo size={32} />
            <span>Vigil</span>
          </div>
          <Title order={1} fz={24} mb="md">
            {t('title')}
          </Title>
          <Stack gap="md">
            <SignInMessage ended={ended} outcome={outcome} error={error} />
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
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              error={tried && password.trim() === '' ? t('required_password') : null}
            />
            <Checkbox
              label={t('remember')}
              checked={remember}
              onChange={(event) => setRemember(event.currentTarget.checked)}
            />
            <Button type="submit" size="md" loading={busy}>
              {t('submit')}
            </Button>
          </Stack>
        </form>
      </main>
    </div>
  );
}

const endings = ['expired', 'deactivated', 'password_changed', 'policy', 'replaced', 'logout'] as const;
const isEnding = (reason: string): reason is (typeof endings)[number] =>
  (endings as readonly string[]).includes(reason);

function SignInMessage({ ended, outcome, error }: Pick<SignInViewProps, 'ended' | 'outcome' | 'error'>) {
  const { t } = useTranslation('signin');
  const problemText = useProblemText();
  if (error) return <Refusal text={problemText(error)} />;
  if (outcome?.kind === 'unfinished') return <Refusal text={t('unfinished')} />;
  if (outcome?.kind === 'refused') {
    const left = outcome.attemptsLeft;
    const attempts = outcome.cause === 'other' && left !== null ? t('attempts', { count: left }) : '';
    return <Refusal text={`${t(`cause.${outcome.cause}`)} ${attempts}`.trim()} />;
  }
  if (ended === null) return null;
  return (
    <Alert color="gray" variant="light" role="status" icon={<IconInfoCircle />}>
      {t(`ended.${isEnding(ended) ? ended : 'expired'}`)}
    </Alert>
  );
}

function Refusal({ text }: { text: string }) {
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle />}>
      {text}
    </Alert>
  );
}
