import { Button, Loader, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { exchangeLinkToken } from '../../endpoints.ts';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import { sameOriginPath } from '../../lib/same-origin-path.ts';
import { useStartSession } from '../../entities/session/use-start-session.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { AuthLayout } from '../../ui/auth-layout.tsx';

/** A link that signs in; without its token it redirects to the sign-in (spec 1 §2) in the language of the address. */
export function AuthTokenPage() {
  const [query] = useSearchParams();
  const language = useLanguage();
  const token = query.get('token');
  if (!token) return <Navigate to={`/${language}/`} replace />;
  return <TokenSignIn linkToken={token} redirect={query.get('redirect')} />;
}

function TokenSignIn({ linkToken, redirect }: { linkToken: string; redirect: string | null }) {
  const { t } = useTranslation('account');
  const { api } = useServices();
  const language = useLanguage();
  const problemText = useProblemText();
  const startSession = useStartSession();
  const exchange = useQuery({
    queryKey: ['link-token', linkToken],
    queryFn: async () => {
      const { objects } = await api.call(exchangeLinkToken, { query: { token: linkToken } });
      await startSession(objects.token, null);
      return true;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const goal = sameOriginPath(redirect, window.location.origin) ?? `/${language}/device/all`;
  if (exchange.isSuccess) return <Navigate to={goal} replace />;
  if (exchange.isPending) {
    return (
      <AuthLayout title={t('link.wait')}>
        <Loader size="sm" aria-label={t('link.wait')} />
      </AuthLayout>
    );
  }
  const isGone = isApiProblem(exchange.error) && exchange.error.status < 500 && exchange.error.status > 0;
  return (
    <AuthLayout title={t('link.gone_title')} text={isGone ? t('link.gone_text') : problemText(exchange.error)}>
      <Stack>
        <Button component={Link} to={`/${language}/`} size="md">
          {t('to_sign_in')}
        </Button>
      </Stack>
    </AuthLayout>
  );
}
