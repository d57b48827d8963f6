import { recoverAccount } from '@vigil/shared/contract/routes/accounts';
import { useTranslation } from 'react-i18next';
import { mailRequestError } from '../../entities/credentials/mail-failure.ts';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import { idProblem } from './forgot-rules.ts';
import { OneFieldForm } from './one-field-form.tsx';

export function SendResetForm() {
  const { t } = useTranslation('account');
  const { api } = useServices();
  const language = useLanguage();

  const send = async (id: string): Promise<string> => {
    const body = { type: 'send', key: id, lang_code: language } as const;
    await api.call(recoverAccount, { body }).catch((error: unknown) => {
      throw mailRequestError(error, language);
    });
    return t('forgot.password_modify_mail_sent');
  };
  return (
    <OneFieldForm
      title={t('forgot.reset')}
      text={t('forgot.reset_text')}
      label={t('forgot.id')}
      submit={t('forgot.send')}
      autoComplete="username"
      problemOf={idProblem}
      onSubmit={send}
    />
  );
}
