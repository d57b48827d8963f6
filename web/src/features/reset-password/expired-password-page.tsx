import { Anchor, Stack } from '@mantine/core';
import { passwordMaxima } from '@vigil/shared/contract/password-maxima';
import { recoverAccount } from '@vigil/shared/contract/routes/accounts';
import { resetPasswordRule } from '@vigil/shared/domain/password-rules';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'react-router-dom';
import { useInstallationSettings } from '../../entities/session/settings.ts';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import { AuthLayout } from '../../ui/auth-layout.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import type { PasswordChange } from './password-change.ts';
import { PasswordForm } from './password-form.tsx';
import { useOpenSignIn } from './use-open-sign-in.ts';

const passwordMaxOf = (state: unknown) =>
  passwordMaxima.find((max) => max === (state as { password_max?: unknown } | null)?.password_max);

/** An expired password is replaced with the help of the old one (spec 1 §8, `password_change_limit`). */
export function ExpiredPasswordPage() {
  const { t } = useTranslation('account');
  const { api } = useServices();
  const language = useLanguage();
  const { userid = '' } = useParams();
  const { password_max: usualMax } = useInstallationSettings();
  const state: unknown = useLocation().state;
  // After the page was loaded anew, the sign-in is not known any more that said it.
  const rule = resetPasswordRule({ passwordMax: passwordMaxOf(state) ?? usualMax });
  const done = useOpenSignIn();

  const change = async ({ original, pw }: PasswordChange): Promise<void> => {
    const body = { type: 'force_set', mgrid: userid, origin_pw: original.trim(), pw } as const;
    await api.call(recoverAccount, { body });
    done();
  };
  return (
    <AuthLayout title={t('reset.expired_title')}>
      <Stack gap="lg">
        <FormMessage kind="note">{t('reset.password_change_limit')}</FormMessage>
        <PasswordForm rule={rule} user={userid} onSubmit={change} />
        <Anchor component={Link} to={`/${language}/`} size="sm">
          {t('to_sign_in')}
        </Anchor>
      </Stack>
    </AuthLayout>
  );
}
