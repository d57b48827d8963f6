import { Button, Stack, TextInput } from '@mantine/core';
import { problems } from '@vigil/shared/contract/problems';
import { INITIAL_PASSWORD_RULE } from '@vigil/shared/domain/password-rules';
import { useTranslation } from 'react-i18next';
import { LoginIdField } from '../../entities/credentials/login-id-field.tsx';
import { NewPasswordFields } from '../../entities/credentials/new-password-fields.tsx';
import { signUpField, firstProblem } from '../../entities/credentials/sign-up-rules.ts';
import { useLoginIdAvailability } from '../../entities/credentials/use-login-id-availability.ts';
import { useInstallationSettings } from '../../entities/session/settings.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { useLanguage } from '../../lib/language.ts';
import { useFields } from '../../lib/use-fields.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { FormMessage } from '../../ui/form-message.tsx';
import { AccountPurposeFields } from './account-purpose-fields.tsx';
import { emptyForm, type SignUpValues } from './sign-up-values.ts';

/** Stage 2: the form (spec 1 §2, §5). */
export function SignUpForm({ onSubmit }: { onSubmit: (values: SignUpValues) => Promise<void> }) {
  const { t } = useTranslation('signup');
  const language = useLanguage();
  const problemText = useProblemText();
  const { form, focus, setErrors, setValue, values: typed, input: field } = useFields(emptyForm);
  const { password_max: max } = useInstallationSettings();
  const rule = { ...INITIAL_PASSWORD_RULE, max };
  const { state, isTaken } = useLoginIdAvailability(typed.mgrid);

  const send = useSingleFlightMutation({
    mutationFn: async (values: SignUpValues) => {
      const applicant = { ...values, website: values.useFor === 'enterprise' ? values.website : '' };
      const taken =
        firstProblem(applicant, { taken: false, rule })?.code !== 'invalid_id' && (await isTaken(values.mgrid.trim()));
      const problem = firstProblem(applicant, { taken, rule });
      if (problem === null) {
        await onSubmit(values);
        return 'sent';
      }
      setErrors({ [problem.field]: problems[problem.code][language] });
      focus(problem.field);
      return 'refused';
    },
    onError: (error) => {
      const refused = isApiProblem(error) ? signUpField(error.code) : null;
      if (refused === null) return;
      setErrors({ [refused]: problemText(error) });
      focus(refused);
    },
  });
  const isAboveForm = isApiProblem(send.error) && signUpField(send.error.code) === null;
  const input = (name: Parameters<typeof field>[0]) => ({ size: 'md' as const, ...field(name) });

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // A second submit during the first must not sign up twice.
        if (send.data !== 'sent') send.mutate(typed);
      }}
    >
      <Stack gap="md">
        <LoginIdField availability={state} field={field('mgrid')} />
        <NewPasswordFields
          rule={rule}
          label={t('password')}
          required
          password={field('pw')}
          confirmation={field('confirmation')}
        />
        <TextInput label={t('name')} required autoComplete="name" {...input('name')} />
        <TextInput label={t('email')} required type="email" autoComplete="email" {...input('mail')} />
        <TextInput label={t('phone')} type="tel" autoComplete="tel" {...input('phone')} />
        <AccountPurposeFields
          useFor={typed.useFor}
          onUseFor={(useFor) => setValue('useFor', useFor)}
          company={input('company')}
          website={input('website')}
        />
        {isAboveForm && <FormMessage kind="refused">{problemText(send.error)}</FormMessage>}
        <Button type="submit" size="md" loading={send.isPending}>
          {t('submit')}
        </Button>
      </Stack>
    </form>
  );
}
