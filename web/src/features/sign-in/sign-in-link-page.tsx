import { Button, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { parseConsolePath } from '@vigil/shared/contract/console-path';
import type { Profile } from '@vigil/shared/contract/http/profile';
import { readUserOfSignInLink } from '@vigil/shared/contract/routes/accounts';
import { ADMINISTRATOR_TYPE } from '@vigil/shared/domain/member-types';
import { useAtomValue } from 'jotai';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { profileQuery } from '../../entities/profile/profile.ts';
import { profileAtom, tokenAtom } from '../../entities/session/session.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { useLanguage } from '../../lib/language.ts';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import { useServices } from '../../lib/services.ts';
import { AuthLayout } from '../../ui/auth-layout.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { SignInMessage } from './sign-in-message.tsx';
import { useSignIn } from './use-sign-in.ts';

const SignInSteps = lazyWithPreload(async () => (await import('./sign-in-steps.tsx')).SignInSteps);

/**
 * A sign-in link (decision 104); without its token it redirects to the sign-in (spec 1 §2) in the language of the
 * address.
 */
export function SignInLinkPage() {
  const [query] = useSearchParams();
  const language = useLanguage();
  const key = query.get('token');
  if (!key) return <Navigate to={`/${language}/`} replace />;
  return <ByLink linkKey={key} redirect={parseConsolePath(query.get('redirect'))} />;
}

interface ByLinkProps {
  linkKey: string;
  redirect: string | null;
}

/** Only a click uses the link up: programs that look at links in messages open them, too. */
function ByLink({ linkKey, redirect }: ByLinkProps) {
  const { t } = useTranslation(['account', 'common']);
  const { api } = useServices();
  const language = useLanguage();
  const token = useAtomValue(tokenAtom);
  const present = useQuery(profileQuery(api, token));
  const link = useQuery({
    queryKey: ['sign-in-link', linkKey],
    queryFn: async () => (await api.call(readUserOfSignInLink, { query: { token: linkKey } })).objects,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const signIn = useSignIn();
  if (signIn.hasEntered) return <Entered redirect={redirect} />;
  if (isGone(link.error) || isGone(signIn.link.error)) return <Gone />;
  if (link.isError) {
    return (
      <AuthLayout title={t('link.title')}>
        <FailedState title={t('link.failed')} error={link.error} onRetry={() => void link.refetch()} />
      </AuthLayout>
    );
  }
  if (link.isPending || present.isLoading) {
    return (
      <AuthLayout title={t('link.wait')}>
        <Loader size="sm" aria-label={t('link.wait')} />
      </AuthLayout>
    );
  }
  const { mgrid } = link.data;
  const name = nameOf(link.data);
  const other = token === null ? null : (present.data ?? null);
  if (other?.mgrid === mgrid) return <AlreadySignedIn profile={other} redirect={redirect} />;
  const { stage } = signIn;
  return (
    <AuthLayout title={t('link.ask', { name })} text={t('link.ask_text', { id: mgrid })}>
      <Stack>
        {other && <Text>{t('link.instead', { present: nameOf(other), id: other.mgrid })}</Text>}
        <Button
          size="md"
          loading={signIn.link.isPending}
          onClick={() => signIn.link.mutate({ key: linkKey, id: mgrid })}
        >
          {t('link.confirm', { name })}
        </Button>
        <Button variant="default" size="md" component={Link} to={other ? `/${language}/device/all` : `/${language}/`}>
          {other ? t('link.stay', { name: nameOf(other) }) : t('common:cancel')}
        </Button>
        <SignInMessage
          id={mgrid}
          refused={stage.kind === 'form' ? stage.refused : null}
          error={signIn.link.error}
          ended={null}
          done={null}
        />
      </Stack>
      {stage.kind !== 'form' && (
        <Suspense>
          <SignInSteps stage={stage} signIn={signIn} />
        </Suspense>
      )}
    </AuthLayout>
  );
}

const nameOf = ({ name, mgrid }: { name: string; mgrid: string }): string => (name === '' ? mgrid : name);

const isGone = (error: unknown): boolean =>
  isApiProblem(error) && (error.code === 'link_invalid' || error.status === 400);

/** Where a link leads: administrators to their licence, others to their devices, unless it says (decision 104). */
function useGoal(profile: Profile | null, redirect: string | null): string {
  const language = useLanguage();
  return redirect ?? `/${language}/${profile?.type === ADMINISTRATOR_TYPE ? 'management/license' : 'device/all'}`;
}

function Entered({ redirect }: { redirect: string | null }) {
  return <Navigate to={useGoal(useAtomValue(profileAtom), redirect)} replace />;
}

/** The session goes on, and the link is not used up. */
function AlreadySignedIn({ profile, redirect }: { profile: Profile; redirect: string | null }) {
  const { t } = useTranslation('account');
  const goal = useGoal(profile, redirect);
  return (
    <AuthLayout title={t('link.already', { name: nameOf(profile) })} text={t('link.ask_text', { id: profile.mgrid })}>
      <Button component={Link} to={goal} size="md">
        {t('link.go_on')}
      </Button>
    </AuthLayout>
  );
}

/** Expired, used, or unknown. */
function Gone() {
  const { t } = useTranslation('account');
  const language = useLanguage();
  return (
    <AuthLayout title={t('link.gone_title')} text={t('link.gone_text')}>
      <Button component={Link} to={`/${language}/`} size="md">
        {t('to_sign_in')}
      </Button>
    </AuthLayout>
  );
}
