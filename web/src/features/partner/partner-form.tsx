import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { problems } from '@vigil/shared/contract/problems';
import { INITIAL_PASSWORD_RULE } from '@vigil/shared/domain/password-rules';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isApiProblem } from '../../lib/api-problem.ts';
import { signUpFieldOfCode, problemOfEachField, type Applicant } from '../../entities/credentials/sign-up-rules.ts';
import { useLanguage } from '../../lib/language.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { FormMessage } from '../../ui/form-message.tsx';
import { NewPasswordFields } from '../../entities/credentials/new-password-fields.tsx';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';

export interface PartnerValues extends Applicant {
  phone: string;
  company_name: string;
}

const empty: PartnerValues = { mgrid: '', pw: '', confirmation: '', name: '', mail: '', phone: '', company_name: '' };

export function PartnerForm({ onSubmit }: { onSubmit: (values: PartnerValues) => Promise<void> }) {
  const { t } = useTranslation('partner');
  const language = useLanguage();
  const problemText = useProblemText();
  const form = useForm<PartnerValues>({
    mode: 'controlled',
    initialValues: empty,
    validate: (values) =>
      Object.fromEntries(
        Object.entries(problemOfEachField(values)).map(([field, code]) => [field, problems[code][language]]),
      ),
  });
  const send = useSingleFlightMutation({
    mutationFn: (values: PartnerValues) => onSubmit({ ...values, pw: values.pw.trim(), mgrid: values.mgrid.trim() }),
    onError: (error) => {
      const field = isApiProblem(error) ? signUpFieldOfCode(error.code) : null;
      if (field !== null) form.setFieldError(field, problemText(error));
    },
  });
  const isAboveForm = send.isError && !(isApiProblem(send.error) && signUpFieldOfCode(send.error.code) !== null);
  const input = (field: keyof PartnerValues) => ({ size: 'md' as const, ...form.getInputProps(field) });

  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => {
        // A second submit during the first must not send twice.
        send.mutate(values);
      })}
    >
      <Stack gap="md">
        <TextInput label={t('id')} required autoComplete="username" {...input('mgrid')} />
        <NewPasswordFields
          rule={INITIAL_PASSWORD_RULE}
          label={t('password')}
          required
          password={form.getInputProps('pw')}
          confirmation={form.getInputProps('confirmation')}
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
