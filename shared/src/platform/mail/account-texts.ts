import type { Language } from '../../contract/languages.ts';
import { byKey, byLanguage } from '../../texts/by-language.ts';
import { mailTexts } from '../../texts/mail-texts.ts';

/** The e-mails about accounts. */
export type AccountMailKind = 'verify' | 'email' | 'undo' | 'reset' | 'invite' | 'unlock' | 'locked' | 'find_id';

interface Texts {
  readonly subject: string;
  readonly body: string;
  /** Text of the button; absent when the e-mail has no link. */
  readonly label?: string;
  readonly smallPrint: string;
}

/** `{name}` is filled in. */
export const greetings: { readonly [L in Language]: string } = byLanguage(mailTexts, 'greeting');

/** `{email}` is filled in. */
export const accountTexts: { readonly [A in AccountMailKind]: { readonly [L in Language]: Texts } } = byKey(
  mailTexts,
  'accounts',
);
