import { Textarea, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useProblemText } from '../lib/use-problem-text.ts';
import { DenialTooltip } from './denial-tooltip.tsx';

/** Spec 2 §4: idle, editing, waiting. */
type Phase =
  | { kind: 'idle' }
  | { kind: 'editing'; text: string; error: string | null }
  | { kind: 'waiting'; text: string };

interface InlineEditProps {
  value: string;
  /** Shown instead of an empty value. */
  placeholder: string;
  label: string;
  limit: number;
  required: boolean;
  multiline: boolean;
  /** Why this user may not edit; null if they may. */
  reason: string | null;
  classNames: { button: string | undefined; text: string | undefined };
  /** Returns the problem of a text before it is sent, or null. */
  check?: (text: string) => string | null;
  onSave: (text: string) => Promise<void>;
}

/** A text that is edited in place. Enter saves (Ctrl or ⌘ Enter in multiline texts), Escape cancels. */
export function InlineEdit({
  value,
  placeholder,
  label,
  limit,
  required,
  multiline,
  reason,
  classNames,
  check,
  onSave,
}: InlineEditProps) {
  const problemText = useProblemText();
  const [phase, setPhase] = useState<Phase>({ kind: 'idle' });

  const save = async (text: string) => {
    const trimmed = text.trim();
    if (trimmed === value || (required && trimmed === '')) return setPhase({ kind: 'idle' });
    if (trimmed.length > limit) return;
    const wrong = check?.(trimmed) ?? null;
    if (wrong !== null) return setPhase({ kind: 'editing', text, error: wrong });
    setPhase({ kind: 'waiting', text });
    try {
      await onSave(trimmed);
      setPhase({ kind: 'idle' });
    } catch (error) {
      setPhase({ kind: 'editing', text, error: problemText(error) });
    }
  };

  if (phase.kind === 'idle') {
    return (
      <DenialTooltip reason={reason}>
        <button
          type="button"
          className={`${classNames.button} ${classNames.text}`}
          aria-label={`${label}: ${value === '' ? placeholder : value}`}
          onClick={() => setPhase({ kind: 'editing', text: value, error: null })}
        >
          <span style={value === '' ? { color: 'var(--mantine-color-dimmed)' } : {}}>
            {value === '' ? placeholder : value}
          </span>
          {reason === null && <IconPencil size={14} stroke={1.7} aria-hidden="true" />}
        </button>
      </DenialTooltip>
    );
  }
  const { text } = phase;
  const shared = {
    'aria-label': label,
    value: text,
    size: 'xs',
    autoFocus: true,
    disabled: phase.kind === 'waiting',
    error: phase.kind === 'editing' ? phase.error : null,
    rightSection: (
      <span style={{ fontSize: 11, color: text.trim().length > limit ? 'var(--state-danger)' : 'inherit' }}>
        {text.trim().length}/{limit}
      </span>
    ),
    rightSectionWidth: 60,
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setPhase({ kind: 'editing', text: event.currentTarget.value, error: null }),
    onBlur: () => phase.kind === 'editing' && void save(text),
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.key === 'Escape') {
        event.preventDefault();
        setPhase({ kind: 'idle' });
      }
      const confirms =
        event.key === 'Enter' && !event.nativeEvent.isComposing && (!multiline || event.ctrlKey || event.metaKey);
      if (confirms) {
        event.preventDefault();
        void save(text);
      }
    },
  } as const;
  return multiline ? <Textarea {...shared} autosize minRows={2} maxRows={6} /> : <TextInput {...shared} />;
}
