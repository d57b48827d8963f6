import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { problems } from '@vigil/shared/contract/problems';
import type { PasswordRule } from '@vigil/shared/domain/password-rules';
import { useTranslation } from 'react-i18next';
import { NewPasswordFields } from '../../entities/credentials/new-password-fields.tsx';
import { isApiProblem } from '../../lib/api-problem.ts';
import { useLanguage } from '../../lib/language.ts';
import { useFields } from '../../lib/use-fields.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { FormMessage } from '../../ui/form-message.tsx';
import { passwordChangeProblem, fieldOfRefusal, type PasswordChange } from './password-change.ts';

interface PasswordFormProps {
  rule: PasswordRule;
  /** The button; by default that of a change. */
  submit?: string;
  /** The user whose expired password is changed with the help of the old one. */
  user?: string;
  onSubmit: (change: PasswordChange) => Promise<void>;
}

export function PasswordForm({ rule, submit, user, onSubmit }: PasswordFormProps) {
  const { t } = useTranslation('account');
  const language = useLanguage();
  const problemText = useProblemText();
  const asksOriginal = user !== undefined;
  const fields = useFields<PasswordChange>({ original: '', pw: '', confirmation: '' });
  const send = useSingleFlightMutation({
    mutationFn: (values: PasswordChange) => onSubmit({ ...values, pw: values.pw.trim() }),
    onError: (error) => {
      const field = isApiProblem(error) ? fieldOfRefusal(error.code) : null;
      if (field !== null) fields.setErrors({ [field]: problemText(error) });
    },
  });
  const isConfirmed = passwordChangeProblem(fields.values, { rule, asksOriginal: false }) === null;
  const isAtField = isApiProblem(send.error) && fieldOfRefusal(send.error.code) !== null;

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const problem = passwordChangeProblem(fields.values, { rule, asksOriginal });
        fields.setErrors(problem ? { [problem.field]: problems[problem.code][language] } : {});
        // A second submit during the first must not send twice.
        if (problem === null) send.mutate(fields.values);
      }}
    >
      <Stack gap="md">
        {send.isError && !isAtField && <FormMessage kind="refused">{problemText(send.error)}</FormMessage>}
        {asksOriginal && (
          <>
            <TextInput size="md" label={t('reset.user')} value={user} readOnly autoComplete="username" />
            <PasswordInput
              size="md"
              label={t('reset.original')}
              autoComplete="current-password"
              autoFocus
              visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
              {...fields.input('original')}
            />
          </>
        )}
        <NewPasswordFields
          rule={rule}
          label={t('reset.new')}
          password={fields.input('pw')}
          confirmation={fields.input('confirmation')}
        />
        <Button type="submit" size="md" disabled={!isConfirmed} loading={send.isPending}>
          {submit ?? t('reset.submit')}
        </Button>
      </Stack>
    </form>
  );
}
