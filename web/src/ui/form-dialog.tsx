import { Box, Group, Text } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { useProblemText } from '../lib/use-problem-text.ts';
import { Dialog } from './dialog.tsx';
import { FormButtons, type FormButtonsProps } from './form-buttons.tsx';
import { FormMessage } from './form-message.tsx';
import classes from './form-dialog.module.css';

interface DialogFooterProps extends FormButtonsProps {
  /** At the left of the buttons. */
  note?: ReactNode;
}

/** The last line of a dialog. */
export function DialogFooter({ note, ...buttons }: DialogFooterProps) {
  return (
    <Group className={classes.foot} justify={note ? 'space-between' : 'flex-end'} gap="xs">
      {note && (
        <Text size="xs" c="dimmed" component="div">
          {note}
        </Text>
      )}
      <FormButtons {...buttons} />
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

interface DialogFormProps extends Omit<DialogFooterProps, 'onSubmit'> {
  /** The button, or Enter in a field; `useSingleFlightMutation` sends once. */
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
      <DialogFooter {...foot} />
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
