import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProblemCodeText, useProblemText } from '../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../lib/use-single-flight-mutation.ts';
import { FormDialog, LengthNote } from './form-dialog.tsx';

interface TextDialogProps {
  title: string;
  label: string;
  initial: string;
  limit: number;
  onSubmit: (text: string) => Promise<void>;
  onClose: () => void;
}

/** A dialog for one line of text. Cannot be submitted over the limit or unchanged; a counter shows the length. */
export function TextDialog({ title, label, initial, limit, onSubmit, onClose }: TextDialogProps) {
  const { t } = useTranslation();
  const codeText = useProblemCodeText();
  const problemText = useProblemText();
  const [text, setText] = useState(initial);
  const [empty, setEmpty] = useState(false);
  const submit = useSingleFlightMutation({ mutationFn: onSubmit, onSuccess: onClose });
  const trimmed = text.trim();
  // An empty text is refused with a reason, also where there was none before.
  const isTooLong = trimmed.length > limit;
  const isSame = trimmed === initial && initial !== '';
  const error = empty && trimmed === '' ? codeText('no_input_data') : submit.error ? problemText(submit.error) : null;

  return (
    <FormDialog
      title={title}
      size="sm"
      submit={t('save')}
      note={<LengthNote length={trimmed.length} limit={limit} />}
      isPending={submit.isPending}
      isDisabled={isSame || isTooLong}
      onSubmit={() => {
        if (trimmed === '') setEmpty(true);
        else if (trimmed !== initial && !isTooLong) submit.mutate(trimmed);
      }}
      onClose={onClose}
    >
      <TextInput
        label={label}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={error}
        data-autofocus
      />
    </FormDialog>
  );
}
