import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { problems, type ProblemCode } from '@vigil/shared/contract/problems';
import { useState } from 'react';
import { useLanguage } from '../../lib/language.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { FormMessage } from '../../ui/form-message.tsx';

interface OneFieldFormProps {
  title: string;
  text: string;
  label: string;
  submit: string;
  autoComplete: 'email' | 'username';
  problemOf: (typed: string) => ProblemCode | null;
  /** Resolves to the message for the user. */
  onSubmit: (typed: string) => Promise<string>;
}

/** A form with one field and the result of its submit; can be sent again after a failure. */
export function OneFieldForm({ title, text, label, submit, autoComplete, problemOf, onSubmit }: OneFieldFormProps) {
  const language = useLanguage();
  const problemText = useProblemText();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<ProblemCode | null>(null);
  const send = useSingleFlightMutation({ mutationFn: onSubmit });

  const trySend = (event: React.FormEvent) => {
    event.preventDefault();
    const found = problemOf(typed);
    setProblem(found);
    if (found === null) send.mutate(typed.trim());
  };
  return (
    <form onSubmit={trySend} noValidate>
      <Stack gap="sm">
        <div>
          <Title order={2} fz={15}>
            {title}
          </Title>
          <Text c="dimmed" mt={4}>
            {text}
          </Text>
        </div>
        {send.isSuccess && <FormMessage kind="done">{send.data}</FormMessage>}
        {send.isError && <FormMessage kind="refused">{problemText(send.error)}</FormMessage>}
        <TextInput
          size="md"
          type={autoComplete === 'email' ? 'email' : 'text'}
          label={label}
          autoComplete={autoComplete}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setProblem(null);
          }}
          error={problem && problems[problem][language]}
        />
        <Button type="submit" size="sm" loading={send.isPending}>
          {submit}
        </Button>
      </Stack>
    </form>
  );
}
