import { MAX_TYPED_TEXT } from '@vigil/shared/contract/remote-desktop/limits';
import { pressKeys } from './screen-input.ts';
import type { ViewerAction } from './viewer-action.ts';

/** The key of a letter or digit that is typed with a modifier; other signs have no key that all keyboards share. */
function keyOfSign(sign: string): string | null {
  if (/^[a-z]$/iu.test(sign)) return `Key${sign.toUpperCase()}`;
  return /^\d$/u.test(sign) ? `Digit${sign}` : null;
}

/** A dictation may be longer than a message; a sign outside of the first plane is two units. */
const PARTS = new RegExp(`[^]{1,${MAX_TYPED_TEXT / 2}}`, 'gu');

/** Sends what a keyboard on the screen has typed: as a shortcut where modifiers are held, else as text. */
export function typeSigns(send: (action: ViewerAction) => void, text: string, modifiers: readonly string[]): void {
  const key = keyOfSign(text);
  if (modifiers.length > 0 && key !== null) pressKeys(send, [...modifiers, key], text.toLowerCase());
  else for (const part of text.match(PARTS) ?? []) send({ t: 'text', text: part });
}

/** What a keyboard on the screen tells of its own keys. */
export const keyOfInputType: Readonly<Record<string, string>> = {
  deleteContentBackward: 'Backspace',
  deleteWordBackward: 'Backspace',
  deleteSoftLineBackward: 'Backspace',
  deleteContentForward: 'Delete',
  insertLineBreak: 'Enter',
  insertParagraph: 'Enter',
};
