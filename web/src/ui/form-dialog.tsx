import { Box, Button, Group, Text } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '../lib/use-problem-text.ts';
import { DenialTooltip } from './denial-tooltip.tsx';
import { Dialog } from './dialog.tsx';
import { FormMessage } from './form-message.tsx';

interface DialogFootProps {
  /** The text of the main button. */
  submit: string;
  /** Left out inside of a form, which the button submits. */
  onSubmit?: () => void;
  onClose: () => void;
  /** The text of the other button, where it is not "Cancel". */
  cancel?: string;
  isPending?: boolean;
  isDisabled?: boolean;
  /** What cannot be taken back has a red button. */
  isDangerous?: boolean;
  /** For what should not be one press of Enter away. */
  focusesCancel?: boolean;
  /** Why the user may not do it; null when it is allowed. */
  denial?: string | null;
  /** At the left of the buttons. */
  note?: ReactNode;
}

/** The last line of a dialog: away from it, or on with it. */
export function DialogFoot({
  submit,
  onSubmit,
  onClose,
  cancel,
  isPending = false,
  isDisabled = false,
  isDangerous = false,
  focusesCancel = false,
  denial = null,
  note,
}: DialogFootProps) {
  const { t } = useTranslation();
  return (
    <Group justify={note ? 'space-between' : 'flex-end'} gap="xs" mt="lg">
      {note && (
        <Text size="xs" c="dimmed" component="div">
          {note}
        </Text>
      )}
      <Group gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus={focusesCancel || undefined}>
          {cancel ?? t('cancel')}
        </Button>
        <DenialTooltip reason={denial}>
          <Button
            {...(onSubmit ? { onClick: onSubmit } : { type: 'submit' })}
            {...(isDangerous ? { color: 'red' } : {})}
            loading={isPending}
            disabled={isDisabled}
          >
            {submit}
          </Button>
        </DenialTooltip>
      </Group>
    </Group>
  );
}

/** How much of the room for a text is used. */
export function LengthNote({ length, limit }: { length: number; limit: number }) {
  return (
    <Text span inherit c={length > limit ? 'var(--state-danger)' : 'dimmed'} role="status">
      {length}/{limit}
    </Text>
  );
}

interface DialogFormProps extends Omit<DialogFootProps, 'onSubmit'> {
  /** The button, or Enter in a field; `useSubmit` sends once. */
  onSubmit: () => void;
  /** A refusal, unless a field shows it. */
  error?: unknown;
  children: ReactNode;
}

/** Fields in a dialog, above them why the last attempt was refused, below them the buttons. */
export function DialogForm({ onSubmit, error, children, ...foot }: DialogFormProps) {
  const problemText = useProblemText();
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {error !== undefined && error !== null && (
        <Box mb="sm">
          <FormMessage kind="refused">{problemText(error)}</FormMessage>
        </Box>
      )}
      {children}
      <DialogFoot {...foot} />
    </form>
  );
}

type FormDialogProps = DialogFormProps & Pick<ComponentProps<typeof Dialog>, 'title' | 'size'>;

/** A dialog that is one form. */
export function FormDialog({ title, size, ...form }: FormDialogProps) {
  return (
    <Dialog title={title} size={size} onClose={form.onClose}>
      <DialogForm {...form} />
    </Dialog>
  );
}
