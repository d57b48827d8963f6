import { Anchor, Stack } from '@mantine/core';
import { INITIAL_AND_RESET_PASSWORD_LEVEL } from '@vigil/shared/domain/password-rules';
import { resetPasswordOrUnlockAccount } from '../../endpoints/accounts.ts';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { useServices } from '../../lib/services.ts';
import { useLanguage } from '../../lib/language.ts';
import { AuthLayout } from '../../ui/auth-layout.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { PasswordForm } from './password-form.tsx';
import type { PasswordChange } from './password-change.ts';
import { useGoToSignInAfterPasswordChange } from './use-go-to-sign-in-after-password-change.ts';

/** An expired password is replaced with the help of the old one (spec 1 §8, `password_change_limit`). */
export function ExpiredPasswordPage() {
  const { t } = useTranslation('account');
  const { api } = useServices();
  const language = useLanguage();
  const { userid = '' } = useParams();
  const done = useGoToSignInAfterPasswordChange();

  const change = async ({ original, pw }: PasswordChange): Promise<void> => {
    const body = { type: 'force_set', mgrid: userid, origin_pw: original.trim(), pw } as const;
    await api.call(resetPasswordOrUnlockAccount, { body });
    done();
  };
  return (
    <AuthLayout title={t('reset.expired_title')}>
      <Stack gap="lg">
        <FormMessage kind="note">{t('reset.password_change_limit')}</FormMessage>
        <PasswordForm level={INITIAL_AND_RESET_PASSWORD_LEVEL} user={userid} onSubmit={change} />
        <Anchor component={Link} to={`/${language}/`} size="sm">
          {t('to_sign_in')}
        </Anchor>
      </Stack>
    </AuthLayout>
  );
}
