import { ActionIcon, Textarea, TextInput } from '@mantine/core';
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react';
import { useRef, useState, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { NO_VALUE } from '../lib/format.ts';
import { useLatest } from '../lib/use-latest.ts';
import { useProblemText } from '../lib/use-problem-text.ts';
import { DisableWithReason } from './disable-with-reason.tsx';
import classes from './inline-edit.module.css';

/** Spec 2 §4: idle, editing, waiting. */
type Phase =
  | { kind: 'idle' }
  | { kind: 'editing'; text: string; before: string; error: string | null }
  | { kind: 'waiting'; text: string; before: string };

interface InlineEditProps {
  value: string;
  /** Shown instead of an empty value. */
  placeholder: string;
  label: string;
  limit: number;
  /** The problem of an empty text; null if it may be empty. */
  missing: string | null;
  multiline: boolean;
  /** Why this user may not edit; null if they may. */
  reason: string | null;
  /** Of the text. */
  className?: string | undefined;
  /** Whether the pencil appears only when the text is pointed at. */
  isQuiet?: boolean;
  /** Takes characters out of what is typed or pasted that may not be in it. */
  clean?: (text: string) => string;
  /** Returns the problem of a text before it is sent, or null. */
  check?: (text: string) => string | null;
  /** `before` is what was shown when the editing began, or when a save failed: who saves again has seen it. */
  onSave: (text: string, before: string) => Promise<void>;
}

/**
 * A text that is edited in place. Enter saves (Ctrl or ⌘ Enter in multiline texts), Escape cancels, and buttons do the
 * same where there are no such keys; a text that is left otherwise is saved.
 */
export function InlineEdit({
  value,
  placeholder,
  label,
  limit,
  missing,
  multiline,
  reason,
  className = '',
  isQuiet = false,
  clean = (text) => text,
  check,
  onSave,
}: InlineEditProps) {
  const { t } = useTranslation('common');
  const problemText = useProblemText();
  const [phase, setPhase] = useState<Phase>({ kind: 'idle' });
  const [focus] = useState(createFocusHandover);
  const editor = useRef<HTMLDivElement>(null);
  const shownNow = useLatest(value);
  // A new function for each rendering: a control that stays is asked as well.
  const ref = (control: HTMLElement | null) => focus.take(control);

  /** @param keepsFocus the focus stays in this place; a field that was left by Tab or the pointer has given it away */
  const save = async ({ text, before }: { text: string; before: string }, { keepsFocus }: { keepsFocus: boolean }) => {
    const show = (next: Phase) => {
      if (keepsFocus) focus.moveToNext();
      setPhase(next);
    };
    const trimmed = text.trim();
    if (trimmed === value) return show({ kind: 'idle' });
    if (trimmed.length > limit) return;
    const wrong = (trimmed === '' ? missing : null) ?? check?.(trimmed) ?? null;
    if (wrong !== null) return setPhase({ kind: 'editing', text, before, error: wrong });
    setPhase({ kind: 'waiting', text, before });
    try {
      await onSave(trimmed, before);
      show({ kind: 'idle' });
    } catch (error) {
      show({ kind: 'editing', text, before: shownNow.current, error: problemText(error) });
    }
  };

  if (phase.kind === 'idle') {
    // What cannot be edited does not offer to add something.
    const shown = value === '' && reason !== null ? NO_VALUE : value || placeholder;
    return (
      <DisableWithReason reason={reason}>
        <button
          ref={ref}
          type="button"
          className={`${classes.inline} ${className}`}
          data-quiet={isQuiet || undefined}
          aria-label={`${label}: ${shown}`}
          onClick={() => setPhase({ kind: 'editing', text: value, before: value, error: null })}
        >
          <span style={value === '' ? { color: 'var(--mantine-color-dimmed)' } : {}}>{shown}</span>
          {reason === null && <IconPencil size={14} stroke={1.7} aria-hidden="true" />}
        </button>
      </DisableWithReason>
    );
  }
  const { text, before } = phase;
  const isWaiting = phase.kind === 'waiting';
  const isTooLong = text.trim().length > limit;
  const cancel = () => {
    focus.moveToNext();
    setPhase({ kind: 'idle' });
  };
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!isWaiting && !editor.current?.contains(relatedTarget)) void save(phase, { keepsFocus: false });
  };
  const giveUp = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    cancel();
  };
  const confirm = () => void save(phase, { keepsFocus: true });
  const shared = {
    'aria-label': label,
    value: text,
    size: 'xs',
    autoFocus: true,
    disabled: isWaiting,
    error: phase.kind === 'editing' ? phase.error : null,
    rightSection: (
      <span style={{ fontSize: 11, color: isTooLong ? 'var(--state-danger)' : 'inherit' }}>
        {text.trim().length}/{limit}
      </span>
    ),
    rightSectionWidth: 60,
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setPhase({ kind: 'editing', text: clean(event.currentTarget.value), before, error: null }),
    onBlur: leave,
    onKeyDown: (event: KeyboardEvent) => {
      giveUp(event);
      const confirms =
        event.key === 'Enter' && !event.nativeEvent.isComposing && (!multiline || event.ctrlKey || event.metaKey);
      if (!confirms) return;
      event.preventDefault();
      confirm();
    },
  } as const;
  return (
    <div ref={editor} className={classes.editing}>
      {multiline ? (
        <Textarea ref={ref} {...shared} className={classes.field} autosize minRows={2} maxRows={6} />
      ) : (
        <TextInput ref={ref} {...shared} className={classes.field} />
      )}
      <ActionIcon
        size={30}
        variant="default"
        aria-label={`${t('save')}: ${label}`}
        disabled={isTooLong || isWaiting}
        onMouseDown={keepFocus}
        onBlur={leave}
        onKeyDown={giveUp}
        onClick={confirm}
      >
        <IconCheck size={16} stroke={1.8} />
      </ActionIcon>
      <ActionIcon
        size={30}
        variant="default"
        aria-label={`${t('cancel')}: ${label}`}
        disabled={isWaiting}
        onMouseDown={keepFocus}
        onBlur={leave}
        onKeyDown={giveUp}
        onClick={cancel}
      >
        <IconX size={16} stroke={1.8} />
      </ActionIcon>
    </div>
  );
}

/**
 * The field would be left, and so saved, before the click; a touch that moves no focus names no button that it moved
 * to.
 */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/**
 * Gives the focus to the control that takes the place of the focused one, unless the user has gone on to another
 * meanwhile.
 */
function createFocusHandover() {
  let isWanted = false;
  return {
    moveToNext: () => {
      isWanted = true;
    },
    take: (control: HTMLElement | null) => {
      if (!control || !isWanted) return;
      isWanted = false;
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body || activeElement === control) control.focus();
    },
  };
}
