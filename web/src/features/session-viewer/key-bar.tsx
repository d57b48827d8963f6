import { Button } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { pressKeys } from './screen-input.ts';
import { keyOfInputType, typeSigns } from './typed-keys.ts';
import type { ViewerAction } from './viewer-action.ts';
import classes from './viewer.module.css';

interface KeyBarProps {
  movesPointer: boolean;
  onMovesPointer: (movesPointer: boolean) => void;
  onSend: (action: ViewerAction) => void;
}

const modifierKeys = [
  ['Ctrl', 'ControlLeft'],
  ['Alt', 'AltLeft'],
  ['Shift', 'ShiftLeft'],
  ['Win', 'MetaLeft'],
] as const;
const singleKeys = [
  ['Esc', 'Escape'],
  ['Tab', 'Tab'],
  ['←', 'ArrowLeft'],
  ['↑', 'ArrowUp'],
  ['↓', 'ArrowDown'],
  ['→', 'ArrowRight'],
  ['Del', 'Delete'],
  ['Home', 'Home'],
  ['End', 'End'],
  ['PgUp', 'PageUp'],
  ['PgDn', 'PageDown'],
  ...Array.from({ length: 12 }, (_, index) => [`F${index + 1}`, `F${index + 1}`] as const),
] as const;

/** What keyboards tell of a deletion only while there is something to delete. */
const SENTINEL = ' ';

/**
 * For a screen without a keyboard: a field that brings up that of the phone, the keys that it lacks, and how fingers
 * point.
 */
export function KeyBar({ movesPointer, onMovesPointer, onSend }: KeyBarProps) {
  const { t } = useTranslation('viewer');
  const [held, setHeld] = useState<readonly string[]>([]);
  const isComposing = useRef(false);
  // A modifier counts for the next key, as on a phone.
  const press = (code: string) => {
    pressKeys(onSend, [...held, code]);
    setHeld([]);
  };
  const type = (text: string) => {
    typeSigns(onSend, text, held);
    setHeld([]);
  };
  const onInput = ({ currentTarget, nativeEvent }: FormEvent<HTMLInputElement>) => {
    const { inputType, data } = nativeEvent as InputEvent;
    // What was composed is typed at the end of the composition, after which Firefox tells of it once more.
    if (isComposing.current || inputType === 'insertCompositionText') return;
    const key = keyOfInputType[inputType];
    if (key !== undefined) press(key);
    else if (data !== null) type(data);
    else type(currentTarget.value.replace(SENTINEL, ''));
    currentTarget.value = SENTINEL;
  };
  return (
    <div
      className={classes.keys}
      role="toolbar"
      tabIndex={-1}
      aria-label={t('keys')}
      // The focus stays in the field, and with it the keyboard of the phone.
      onMouseDown={(event) => event.target instanceof HTMLInputElement || event.preventDefault()}
    >
      <Button
        size="compact-sm"
        variant="default"
        aria-pressed={movesPointer}
        onClick={() => onMovesPointer(!movesPointer)}
      >
        {t(movesPointer ? 'pointer_mode' : 'touch_mode')}
      </Button>
      <input
        className={classes.typing}
        aria-label={t('keyboard')}
        placeholder={t('keyboard')}
        defaultValue={SENTINEL}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        onInput={onInput}
        onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && press('Enter')}
        onCompositionStart={() => (isComposing.current = true)}
        onCompositionEnd={({ currentTarget, data }) => {
          isComposing.current = false;
          if (data !== '') type(data);
          currentTarget.value = SENTINEL;
        }}
      />
      {modifierKeys.map(([label, code]) => (
        <Button
          key={code}
          size="compact-sm"
          variant={held.includes(code) ? 'filled' : 'default'}
          aria-pressed={held.includes(code)}
          onClick={() => setHeld(held.includes(code) ? held.filter((one) => one !== code) : [...held, code])}
        >
          {label}
        </Button>
      ))}
      {singleKeys.map(([label, code]) => (
        <Button key={code} size="compact-sm" variant="default" aria-label={code} onClick={() => press(code)}>
          {label}
        </Button>
      ))}
    </div>
  );
}
