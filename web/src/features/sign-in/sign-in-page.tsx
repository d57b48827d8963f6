import { Anchor, Group } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { returnPathFor, returnState } from '../../entities/session/return-address.ts';
import { profileAtom, rememberedIdAtom, sessionEndReasonAtom, tokenAtom } from '../../entities/session/session.ts';
import { useInstallationSettings } from '../../entities/session/settings.ts';
import { staysSignedIn } from '../../entities/session/token-storage.ts';
import { useLanguage } from '../../lib/language.ts';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import { useNowEachSecond } from '../../lib/use-now.ts';
import { useVisitSourceQuery } from '../../lib/use-visit-source-query.ts';
import { AuthLayout } from '../../ui/auth-layout.tsx';
import { Notices } from './notices.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignInMessage } from './sign-in-message.tsx';
import { useSignIn } from './use-sign-in.ts';

/** Most sign-ins end with the first step: the other steps are loaded when they are needed. */
const SignInSteps = lazyWithPreload(async () => (await import('./sign-in-steps.tsx')).SignInSteps);

export function SignInPage() {
  const { t } = useTranslation('signin');
  const language = useLanguage();
  const modified = wasPasswordModified(useLocation().state);
  const token = useAtomValue(tokenAtom);
  const profile = useAtomValue(profileAtom);
  const ended = useAtomValue(sessionEndReasonAtom);
  const remembered = useAtomValue(rememberedIdAtom);
  const [stays] = useState(() => staysSignedIn(window.localStorage, Date.now()));
  const signIn = useSignIn();
  const { stage, id, password, waitUntil } = signIn;
  const waitS = Math.max(Math.ceil((waitUntil - useNowEachSecond()) / 1_000), 0);
  const { standalone } = useInstallationSettings();
  const origin = useVisitSourceQuery();

  if (token !== null) {
    const path = (profile && returnPathFor(window, String(profile.pk))) ?? 'device/all';
    return <Navigate to={`/${language}/${path}`} state={returnState} replace />;
  }
  const refused = stage.kind === 'form' ? stage.refused : null;
  const done = id === '' && modified ? 'password_modified' : null;
  return (
    <AuthLayout title={t('title')}>
      <SignInForm
        remembered={remembered}
        stays={stays}
        busy={password.isPending}
        isWaiting={waitS > 0}
        message={
          <SignInMessage id={id} refused={refused} error={password.error} waitS={waitS} ended={ended} done={done} />
        }
        forgot={`/${language}/forgot`}
        onSubmit={password.mutate}
      />
      {!standalone && (
        <Group gap="xs" mt="xs" fz="sm">
          {t('no_account')}
          <Anchor component={Link} to={`/${language}/join-us${origin}`} size="sm">
            {t('sign_up')}
          </Anchor>
          <Anchor component={Link} to={`/${language}/welcome`} size="sm" ml="auto">
            {t('partners')}
          </Anchor>
        </Group>
      )}
      {!standalone && <Notices />}
      {stage.kind !== 'form' && (
        <Suspense>
          <SignInSteps stage={stage} signIn={signIn} />
        </Suspense>
      )}
    </AuthLayout>
  );
}

/** Whether the previous page has changed the password. */
const wasPasswordModified = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'done' in state && state.done === 'password_modified';
