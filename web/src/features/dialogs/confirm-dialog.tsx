import { PasswordInput, Text, Textarea } from '@mantine/core';
import { problems } from '@vigil/shared/contract/problems';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BulkConfirmationField, useBulkConfirmation } from '../../entities/device/bulk-confirmation-field.tsx';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { useLanguage } from '../../lib/language.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import type { confirmationDialog } from '../../ui/dialogs.ts';
import { type ConfirmTextField } from '../../ui/dialogs.ts';
import { FormDialog, LengthNote } from '../../ui/form-dialog.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { NameList } from '../../ui/name-list.tsx';
import classes from './dialogs.module.css';

/**
 * Asks for a confirmation, with an optional text field (spec 1 §5). What cannot be undone is not one press of Enter
 * away.
 */
export function ConfirmDialog({ request, onClose }: DialogProps<typeof confirmationDialog>) {
  const { title, text, submit, danger = false, items = [], count = 1, input, onConfirm } = request;
  const language = useLanguage();
  const problemText = useProblemText();
  const [typed, setTyped] = useState(input?.initial ?? '');
  const [tried, setTried] = useState(false);
  const send = useSingleFlightMutation({ mutationFn: onConfirm, onSuccess: onClose });
  const confirmation = useBulkConfirmation(count, send.error);
  const isMissing = input !== undefined && !input.nullable && typed.trim() === '';
  const isTooLong = input?.limit !== undefined && typed.trim().length > input.limit;

  return (
    <FormDialog
      title={title}
      size="sm"
      submit={submit}
      isDangerous={danger}
      focusesCancel={danger && input === undefined}
      note={input?.limit !== undefined && <LengthNote length={typed.trim().length} limit={input.limit} />}
      isPending={send.isPending}
      isDisabled={isTooLong || !confirmation.isConfirmed}
      onSubmit={() => {
        setTried(true);
        if (!isMissing && !isTooLong) send.mutate(typed.trim());
      }}
      onClose={onClose}
    >
      <Text size="sm" className={classes.text} mb={input ? 'md' : 0}>
        {text}
      </Text>
      <NameList names={items} />
      {send.error && <FormMessage kind="refused">{problemText(send.error)}</FormMessage>}
      {input && (
        <Field
          input={input}
          value={typed}
          onChange={setTyped}
          error={tried && isMissing ? problems.no_input_data[language] : null}
        />
      )}
      <BulkConfirmationField count={count} confirmation={confirmation} />
    </FormDialog>
  );
}

interface FieldProps {
  input: ConfirmTextField;
  value: string;
  onChange: (value: string) => void;
  error: string | null;
}

function Field({ input, value, onChange, error }: FieldProps) {
  const { t } = useTranslation('account');
  const shared = { label: input.label, value, error, 'data-autofocus': true, mt: 'sm' } as const;
  return input.secret ? (
    <PasswordInput
      {...shared}
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <Textarea {...shared} autosize minRows={3} maxRows={6} onChange={(event) => onChange(event.currentTarget.value)} />
  );
}
