import { Button, Group, PasswordInput, Text, Textarea } from '@mantine/core';
import { problemTexts } from '@vigil/shared/contract/problem-texts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { confirmDialog } from '../../ui/dialogs.ts';
import { type ConfirmInput } from '../../ui/dialogs.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { ConfirmCount, useBulkConfirmation } from '../../entities/device/confirm-count.tsx';
import { useLanguage } from '../../lib/language.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import classes from './dialogs.module.css';
import { useSubmit } from '../../lib/use-submit.ts';

/** Asks for a confirmation, with an optional text field (spec 1 §5). What cannot be undone is not one press of Enter away. */
export function ConfirmDialog({ request, onClose }: DialogProps<typeof confirmDialog>) {
  const { title, text, submit, danger = false, count = 1, input, onConfirm } = request;
  const { t } = useTranslation();
  const language = useLanguage();
  const problemText = useProblemText();
  const [typed, setTyped] = useState(input?.initial ?? '');
  const [tried, setTried] = useState(false);
  const send = useSubmit({ mutationFn: onConfirm, onSuccess: onClose });
  const confirmation = useBulkConfirmation(count, send.error);
  const isMissing = input !== undefined && !input.nullable && typed.trim() === '';
  const isTooLong = input?.limit !== undefined && typed.trim().length > input.limit;

  return (
    <Dialog title={title} size="sm" onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!isMissing && !isTooLong) send.mutate(typed.trim());
        }}
      >
        <Text size="sm" className={classes.text} mb={input ? 'md' : 0}>
          {text}
        </Text>
        {send.error && <FormMessage kind="refused">{problemText(send.error)}</FormMessage>}
        {input && (
          <Field
            input={input}
            value={typed}
            onChange={setTyped}
            error={tried && isMissing ? problemTexts.no_input_data[language] : null}
          />
        )}
        <ConfirmCount count={count} confirmation={confirmation} />
        <Group justify="space-between" mt="md">
          <Text size="xs" c={isTooLong ? 'var(--state-danger)' : 'dimmed'} role="status">
            {input?.limit !== undefined && `${typed.trim().length}/${input.limit}`}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={onClose} data-autofocus={(danger && input === undefined) || undefined}>
              {t('cancel')}
            </Button>
            <Button
              type="submit"
              loading={send.isPending}
              disabled={isTooLong || !confirmation.isConfirmed}
              {...(danger ? { color: 'red' } : {})}
            >
              {submit}
            </Button>
          </Group>
        </Group>
      </form>
    </Dialog>
  );
}

interface FieldProps {
  input: ConfirmInput;
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
