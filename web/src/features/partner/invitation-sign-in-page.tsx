import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { openSessionByInvitation } from '@vigil/shared/contract/routes/accounts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useStartSession } from '../../entities/session/use-start-session.ts';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { AuthLayout } from '../../ui/auth-layout.tsx';

/** A code from a mail starts a session with a fixed end (spec 1 §5). */
export function InvitationSignInPage() {
  const { t } = useTranslation('partner');
  const { api } = useServices();
  const language = useLanguage();
  const navigate = useNavigate();
  const problemText = useProblemText();
  const startSession = useStartSession();
  const [code, setCode] = useState('');
  const [empty, setEmpty] = useState(false);
  const open = useSingleFlightMutation({
    mutationFn: async (typed: string) => {
      const { objects } = await api.call(openSessionByInvitation, { body: { code: typed } });
      await startSession(objects.token, null);
      void navigate(`/${language}/device/all`, { replace: true });
    },
  });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    const typed = code.trim();
    setEmpty(typed === '');
    if (typed !== '') open.mutate(typed);
  };
  return (
    <AuthLayout title={t('invitation.title')} text={t('invitation.text')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            size="md"
            label={t('invitation.code')}
            autoComplete="off"
            autoFocus
            value={code}
            onChange={(event) => {
              setCode(event.currentTarget.value);
              setEmpty(false);
            }}
            error={empty ? t('invitation.required') : open.isError ? problemText(open.error) : null}
          />
          <Button type="submit" size="md" loading={open.isPending}>
            {t('invitation.submit')}
          </Button>
          <Anchor component={Link} to={`/${language}/welcome`} size="sm">
            {t('back')}
          </Anchor>
        </Stack>
      </form>
    </AuthLayout>
  );
}
