import { Button, Stack, TextInput } from '@mantine/core';
import { TYPED_CODE_DIGITS } from '@vigil/shared/contract/limits';
import { pairBrowser } from '@vigil/shared/contract/routes/wall';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router-dom';
import { oneTimeCodeDigits } from '../../entities/credentials/one-time-code.ts';
import { unpairReasonAtom, tokenAtom } from '../../entities/session/session.ts';
import { useStartScreenSession } from '../../entities/session/use-start-screen-session.ts';
import { COOKIE_SESSION_TOKEN } from '../../lib/api.ts';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { AuthLayout } from '../../ui/auth-layout.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import classes from './pairing.module.css';

/**
 * `/screen`: turns this browser into a wall screen. One that is a screen already, as after it was turned on again,
 * shows the wall.
 */
export function ScreenPairingPage() {
  const language = useLanguage();
  // As it was when the page was opened: the form leads to the wall by itself.
  const [token] = useState(useAtomValue(tokenAtom));
  return token === COOKIE_SESSION_TOKEN ? (
    <Navigate to={`/${language}/wall`} replace />
  ) : (
    <Pairing isSignedIn={token !== null} />
  );
}

function Pairing({ isSignedIn }: { isSignedIn: boolean }) {
  const { t } = useTranslation('screen');
  const { api } = useServices();
  const navigate = useNavigate();
  const language = useLanguage();
  const start = useStartScreenSession();
  const problemText = useProblemText();
  const [code, setCode] = useState('');
  const pairing = useSingleFlightMutation({
    mutationFn: async (typed: string) => {
      const { objects } = await api.call(pairBrowser, { body: { code: typed } }, { token: COOKIE_SESSION_TOKEN });
      await start();
      return objects;
    },
    onSuccess: () => navigate(`/${language}/wall`, { replace: true }),
    onError: () => setCode(''),
  });
  const take = (typed: string): void => {
    const digits = oneTimeCodeDigits(typed);
    setCode(digits);
    if (digits.length === TYPED_CODE_DIGITS && digits !== code) pairing.mutate(digits);
  };
  return (
    <AuthLayout title={t('title')} text={t('text')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (code.length === TYPED_CODE_DIGITS) pairing.mutate(code);
        }}
      >
        <Stack gap="md">
          <Ended />
          {isSignedIn && <FormMessage kind="note">{t('replaces_session')}</FormMessage>}
          <TextInput
            label={t('code')}
            size="xl"
            classNames={{ input: classes.code ?? '' }}
            inputMode="numeric"
            autoComplete="off"
            placeholder="000000"
            autoFocus
            value={code}
            onChange={(event) => take(event.currentTarget.value)}
            error={pairing.error ? problemText(pairing.error) : null}
          />
          <Button type="submit" size="md" loading={pairing.isPending} disabled={code.length !== TYPED_CODE_DIGITS}>
            {t('connect')}
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}

/** Why the browser is no screen any more. */
function Ended() {
  const { t } = useTranslation('screen');
  const reason = useAtomValue(unpairReasonAtom);
  if (reason === null) return null;
  const removed = t('ended.removed');
  const known = {
    deactivated: removed,
    deleted: removed,
    replaced: t('ended.replaced'),
    policy: t('ended.policy'),
  } as const;
  return (
    <FormMessage kind="note">{reason in known ? known[reason as keyof typeof known] : t('ended.other')}</FormMessage>
  );
}
