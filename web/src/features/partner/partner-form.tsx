import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { problems } from '@vigil/shared/contract/problems';
import { INITIAL_PASSWORD_RULE } from '@vigil/shared/domain/password-rules';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { NewPasswordFields } from '../../entities/credentials/new-password-fields.tsx';
import { signUpField, problemOfEachField, type Applicant } from '../../entities/credentials/sign-up-rules.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { useLanguage } from '../../lib/language.ts';
import { useFields } from '../../lib/use-fields.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { FormMessage } from '../../ui/form-message.tsx';

export interface PartnerValues extends Applicant {
  phone: string;
  company_name: string;
}

const empty: PartnerValues = { mgrid: '', pw: '', confirmation: '', name: '', mail: '', phone: '', company_name: '' };

export function PartnerForm({ onSubmit }: { onSubmit: (values: PartnerValues) => Promise<void> }) {
  const { t } = useTranslation('partner');
  const language = useLanguage();
  const problemText = useProblemText();
  const fields = useFields(empty);
  const send = useSingleFlightMutation({
    mutationFn: (values: PartnerValues) => onSubmit({ ...values, pw: values.pw.trim(), mgrid: values.mgrid.trim() }),
    onError: (error) => {
      const field = isApiProblem(error) ? signUpField(error.code) : null;
      if (field !== null) fields.setErrors({ [field]: problemText(error) });
    },
  });
  const isAboveForm = send.isError && !(isApiProblem(send.error) && signUpField(send.error.code) !== null);
  const input = (field: Parameters<typeof fields.input>[0]) => ({ size: 'md' as const, ...fields.input(field) });

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const found = Object.entries(problemOfEachField(fields.values));
        fields.setErrors(Object.fromEntries(found.map(([field, code]) => [field, problems[code][language]])));
        // A second submit during the first must not send twice.
        if (found.length === 0) send.mutate(fields.values);
      }}
    >
      <Stack gap="md">
        <TextInput label={t('id')} required autoComplete="username" {...input('mgrid')} />
        <NewPasswordFields
          rule={INITIAL_PASSWORD_RULE}
          label={t('password')}
          required
          password={fields.input('pw')}
          confirmation={fields.input('confirmation')}
        />
        <TextInput label={t('join.name')} required autoComplete="name" {...input('name')} />
        <TextInput label={t('join.email')} required type="email" autoComplete="email" {...input('mail')} />
        <TextInput
          label={t('join.company')}
          placeholder={t('join.not_stated')}
          autoComplete="organization"
          {...input('company_name')}
        />
        <TextInput
          label={t('join.phone')}
          placeholder={t('join.not_stated')}
          type="tel"
          autoComplete="tel"
          {...input('phone')}
        />
        {isAboveForm && <FormMessage kind="refused">{problemText(send.error)}</FormMessage>}
        <Button type="submit" size="md" loading={send.isPending}>
          {t('join.submit')}
        </Button>
        <Anchor component={Link} to={`/${language}/partner-login`} size="sm">
          {t('back')}
        </Anchor>
      </Stack>
    </form>
  );
}
