import { Button, Loader, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { recoverAccount, verifyEmail } from '@vigil/shared/contract/routes/accounts';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { isApiProblem } from '../../lib/api-problem.ts';
import type { Api } from '../../lib/api.ts';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { AuthLayout } from '../../ui/auth-layout.tsx';
import { mailLinkOf, type MailLinkKind } from './link-kind.ts';

type Result = 'success' | 'already' | 'fail';

/** How the key of each kind of link is used. */
const uses: { readonly [K in MailLinkKind]: (api: Api, key: string) => Promise<Result> } = {
  auth: async ({ call }, key) => (await call(verifyEmail, { body: { type: 'auth', key } })).objects.result,
  undo: async ({ call }, key) => (await call(verifyEmail, { body: { type: 'undo', key } })).objects.result,
  unlock: async ({ call }, key) => {
    const { objects } = await call(recoverAccount, { body: { type: 'open', key } });
    return objects.result === 'Success' ? 'success' : 'fail';
  },
};

/** The landing page of a link in a mail: waits for the result, and shows it (spec 1 §4). */
export function MailLinkPage() {
  const language = useLanguage();
  const [query] = useSearchParams();
  const link = mailLinkOf(query);
  return link ? <Verification {...link} /> : <Navigate to={`/${language}/error/400`} replace />;
}

function Verification({ type, linkKey }: { type: MailLinkKind; linkKey: string }) {
  const { t } = useTranslation('account');
  const { api } = useServices();
  const language = useLanguage();
  const problemText = useProblemText();
  const use = useQuery({
    queryKey: ['link', type, linkKey],
    queryFn: () => uses[type](api, linkKey),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const refused = isApiProblem(use.error) && !use.error.isUnreachable && use.error.status < 500;
  const result = use.isPending ? 'wait' : use.isError ? 'fail' : use.data;
  const broken = use.isError && !refused;

  return (
    <AuthLayout title={t(`verify.${type}.${result}`)}>
      <Stack gap="lg" role="status" aria-live="polite">
        <ResultIcon result={result} />
        <Text>{broken ? problemText(use.error) : t(`verify.${type}_text.${result}`)}</Text>
        {type === 'undo' && result === 'success' && (
          <Button component={Link} to={`/${language}/forgot`} size="md">
            {t('verify.reset_password')}
          </Button>
        )}
        {result !== 'wait' && (
          <Button variant={type === 'undo' ? 'default' : 'filled'} component={Link} to={`/${language}/`} size="md">
            {t('to_sign_in')}
          </Button>
        )}
      </Stack>
    </AuthLayout>
  );
}

function ResultIcon({ result }: { result: Result | 'wait' }) {
  if (result === 'wait') return <Loader size="sm" aria-hidden="true" />;
  if (result === 'fail') return <IconCircleX size={40} stroke={1.4} color="var(--state-danger)" aria-hidden="true" />;
  return <IconCircleCheck size={40} stroke={1.4} color="var(--state-online)" aria-hidden="true" />;
}
