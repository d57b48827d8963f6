import { signUp } from '@vigil/shared/contract/routes/accounts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import { AuthLayout } from '../../ui/auth-layout.tsx';
import { AgreementStage } from './agreement-stage.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { signUpBodyOf, timeZoneIdOf, type SignUpValues } from './sign-up-values.ts';

/** Agreement first, then the form (spec 1 §2). */
export function SignUpPage() {
  const { t } = useTranslation('signup');
  const { api } = useServices();
  const language = useLanguage();
  const navigate = useNavigate();
  const from = useSearchParams()[0].get('from');
  const [agreed, setAgreed] = useState(false);

  const submit = async (values: SignUpValues): Promise<void> => {
    const timeZoneId = timeZoneIdOf(Intl.DateTimeFormat().resolvedOptions().timeZone);
    const { objects } = await api.call(signUp, { body: signUpBodyOf(values, { language, timeZoneId, from }) });
    void navigate(`/${language}/join-done`, { replace: true, state: { email: objects.email } });
  };
  if (!agreed) {
    return (
      <AuthLayout title={t('agree.title')} text={t('agree.text')} width="text">
        <AgreementStage onContinue={() => setAgreed(true)} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t('title')} text={t('text')}>
      <SignUpForm onSubmit={submit} />
    </AuthLayout>
  );
}
