import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCodeText, useProblemText } from '../lib/use-problem-text.ts';
import { Dialog } from './dialog.tsx';
import { useSubmit } from '../lib/use-submit.ts';

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
  const codeText = useCodeText();
  const problemText = useProblemText();
  const [text, setText] = useState(initial);
  const [empty, setEmpty] = useState(false);
  const submit = useSubmit({ mutationFn: onSubmit, onSuccess: onClose });
  const trimmed = text.trim();
  // An empty text is refused with a reason, also where there was none before.
  const isSame = trimmed === initial && initial !== '';
  const error = empty && trimmed === '' ? codeText('no_input_data') : submit.error ? problemText(submit.error) : null;

  return (
    <Dialog onClose={onClose} title={title} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (trimmed === '') setEmpty(true);
          // A second submit during the first must not send twice.
          else if (trimmed !== initial && trimmed.length <= limit) submit.mutate(trimmed);
        }}
      >
        <TextInput
          label={label}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={error}
          data-autofocus
        />
        <Group justify="space-between" mt="md">
          <Text size="xs" c={trimmed.length > limit ? 'red' : 'dimmed'}>
            {trimmed.length}/{limit}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={submit.isPending} disabled={isSame || trimmed.length > limit}>
              {t('save')}
            </Button>
          </Group>
        </Group>
      </form>
    </Dialog>
  );
}
