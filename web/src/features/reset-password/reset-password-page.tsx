import { Anchor, Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { checkResetLink, recoverAccount } from '@vigil/shared/contract/routes/accounts';
import { passwordRuleOfFields } from '@vigil/shared/domain/password-rules';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { isApiProblem } from '../../lib/api-problem.ts';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import { AuthLayout } from '../../ui/auth-layout.tsx';
import { QueryContent } from '../../ui/read-state.tsx';
import { PasswordForm } from './password-form.tsx';
import { useOpenSignIn } from './use-open-sign-in.ts';

/** A new password by the link of a mail; without its key the page shows an error (spec 1 §2). */
export function ResetPasswordPage() {
  const language = useLanguage();
  const key = useSearchParams()[0].get('key');
  return key ? <ByKey linkKey={key} /> : <Navigate to={`/${language}/error/400`} replace />;
}

function ByKey({ linkKey }: { linkKey: string }) {
  const { t } = useTranslation('account');
  const { api } = useServices();
  const done = useOpenSignIn();
  const link = useQuery({
    queryKey: ['reset-link', linkKey],
    queryFn: async () => (await api.call(checkResetLink, { query: { key: linkKey } })).objects,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // A malformed key is refused without asking the server.
  const isMalformed = isApiProblem(link.error) && link.error.status === 400;
  if (isMalformed || link.data?.valid === false) return <ExpiredLink />;
  const isInvitation = link.data?.invited === true;
  return (
    <AuthLayout
      title={t(isInvitation ? 'reset.invited_title' : 'reset.title')}
      text={t(isInvitation ? 'reset.invited_text' : 'reset.text')}
    >
      <QueryContent query={link} failed={t('reset.title')} loading={<Skeleton height={160} />}>
        {(fields) => (
          <PasswordForm
            rule={passwordRuleOfFields(fields)}
            submit={t(isInvitation ? 'reset.invited_submit' : 'reset.submit')}
            onSubmit={async ({ pw }) => {
              await api.call(recoverAccount, { body: { type: 'set', key: linkKey, pw } });
              done();
            }}
          />
        )}
      </QueryContent>
    </AuthLayout>
  );
}

/** The link has expired; a new one can be requested. */
function ExpiredLink() {
  const { t } = useTranslation('account');
  const language = useLanguage();
  return (
    <AuthLayout title={t('reset.gone_title')} text={t('reset.gone_text')}>
      <Stack gap="lg">
        <Button component={Link} to={`/${language}/forgot`} size="md">
          {t('reset.again')}
        </Button>
        <Anchor component={Link} to={`/${language}/`} size="sm">
          {t('to_sign_in')}
        </Anchor>
      </Stack>
    </AuthLayout>
  );
}
