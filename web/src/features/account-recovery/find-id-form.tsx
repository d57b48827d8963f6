import { mailLoginId } from '@vigil/shared/contract/routes/accounts';
import { useTranslation } from 'react-i18next';
import { apiProblemOf } from '../../lib/api-problem.ts';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import { emailProblem } from './forgot-rules.ts';
import { OneFieldForm } from './one-field-form.tsx';

export function FindIdForm() {
  const { t } = useTranslation('account');
  const { api } = useServices();
  const language = useLanguage();

  const find = async (email: string): Promise<string> => {
    const { objects } = await api.call(mailLoginId, { body: { email, lang_code: language } });
    if (objects.result === 'Fail') throw apiProblemOf('not_matched_user', language);
    return t('forgot.your_email_is', { email: objects.email });
  };
  return (
    <OneFieldForm
      title={t('forgot.find_id')}
      text={t('forgot.find_id_text')}
      label={t('forgot.email')}
      submit={t('forgot.find')}
      autoComplete="email"
      problemOf={emailProblem}
      onSubmit={find}
    />
  );
}
