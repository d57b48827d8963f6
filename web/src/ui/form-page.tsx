import { Stack } from '@mantine/core';
import { useSetAtom } from 'jotai';
import type { ReactNode, Ref, RefObject } from 'react';
import { openDialogAtom } from '../lib/dialog-stack.ts';
import { useLeaveGuard } from '../lib/use-leave-guard.ts';
import { useProblemText } from '../lib/use-problem-text.ts';
import { choiceDialog } from './dialogs.ts';
import { FormButtons, type FormButtonsProps } from './form-buttons.tsx';
import { FormMessage } from './form-message.tsx';

interface FormPageProps extends Omit<FormButtonsProps, 'onSubmit'> {
  ref?: Ref<HTMLFormElement>;
  /** The button, or Enter in a field; not called for users who may not. `useSingleFlightMutation` sends once. */
  onSubmit: () => void;
  /** Whether something would be lost when the page is left. */
  isDirty: boolean;
  /** Set by a page that leaves by itself once all is saved, before the next rendering knows. */
  isSaved?: RefObject<boolean>;
  /** The question before it is lost. */
  leave: { title: string; text: string; stay: string; discard: string };
  /** A refusal, unless a field shows it. */
  error?: unknown;
  /** Above the buttons: what to know before they are pressed. */
  foot?: ReactNode;
  /** Of what is below the fields. */
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A form that is a page: its sections, why the last attempt was refused, the buttons, and a question before anything
 * typed is lost.
 */
export function FormPage({
  ref,
  onSubmit,
  isDirty,
  isSaved,
  leave,
  error,
  foot,
  className,
  children,
  ...buttons
}: FormPageProps) {
  const problemText = useProblemText();
  const openDialog = useSetAtom(openDialogAtom);
  useLeaveGuard({
    isDirty: () => isDirty && isSaved?.current !== true,
    warns: isDirty,
    isSamePlace: (from, to) => from === to,
    ask: (go, stay) =>
      openDialog(
        choiceDialog({
          title: leave.title,
          text: leave.text,
          actions: [
            { label: leave.stay, primary: true, run: stay },
            { label: leave.discard, run: go },
          ],
          onDismiss: stay,
        }),
      ),
  });
  return (
    <form
      ref={ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if ((buttons.denial ?? null) === null) onSubmit();
      }}
    >
      {children}
      <Stack gap="sm" {...(className === undefined ? {} : { className })}>
        {foot}
        {error !== undefined && error !== null && <FormMessage kind="refused">{problemText(error)}</FormMessage>}
        <FormButtons {...buttons} />
      </Stack>
    </form>
  );
}
