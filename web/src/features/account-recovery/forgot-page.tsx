import { Anchor, Divider, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { useLanguage } from '../../lib/language.ts';
import { AuthLayout } from '../../ui/auth-layout.tsx';
import { FindIdForm } from './find-id-form.tsx';
import { SendResetForm } from './send-reset-form.tsx';

/** Find ID; and reset password, unless the address names a kind of account (spec 1 §2). */
export function ForgotPage() {
  const { t } = useTranslation('account');
  const language = useLanguage();
  const { type } = useParams();
  return (
    <AuthLayout title={t('forgot.title')}>
      <Stack gap="xl">
        <FindIdForm />
        {type === undefined && (
          <>
            <Divider />
            <SendResetForm />
          </>
        )}
        <Anchor component={Link} to={`/${language}/`} size="sm">
          {t('to_sign_in')}
        </Anchor>
      </Stack>
    </AuthLayout>
  );
}
