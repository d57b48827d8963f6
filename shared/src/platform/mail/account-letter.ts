import type { Language } from '../../contract/problem-texts.ts';
import { accountTexts, type AccountLetter } from './account-texts.ts';
import { composeLetter, type Letter } from './letter.ts';

export interface AccountLetterFacts {
  readonly language: Language;
  readonly name: string;
  readonly email: string;
  /** Absolute. */
  readonly url?: string;
  readonly shown?: readonly string[];
}

export function composeAccountLetter(kind: AccountLetter, facts: AccountLetterFacts): Letter {
  const { subject, body, label, smallPrint } = accountTexts[kind][facts.language];
  const filled = body.replaceAll(/\{(name|email)\}/gu, (_, field: 'name' | 'email') => facts[field]);
  return composeLetter({
    language: facts.language,
    subject,
    paragraphs: [filled],
    smallPrint,
    ...(facts.shown ? { shown: facts.shown } : {}),
    ...(label && facts.url ? { link: { label, url: facts.url } } : {}),
  });
}
