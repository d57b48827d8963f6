import type { Language } from '../../contract/languages.ts';
import { accountTexts, greetings, type AccountMailKind } from './account-texts.ts';
import { composeMail, fillMailText, type MailContent } from './mail-content.ts';

export interface AccountMailFields {
  readonly language: Language;
  /** Empty for an address that is not known to be the user's: others must not choose words of the mail. */
  readonly name: string;
  readonly email: string;
  /** Absolute. */
  readonly url?: string;
  readonly shown?: readonly string[];
}

export function composeAccountMail(kind: AccountMailKind, fields: AccountMailFields): MailContent {
  const { subject, body, label, smallPrint } = accountTexts[kind][fields.language];
  const greeting = fields.name === '' ? [] : [fillMailText(greetings[fields.language], { name: fields.name })];
  return composeMail({
    language: fields.language,
    subject,
    paragraphs: [...greeting, body.replace('{email}', () => fields.email)],
    smallPrint,
    ...(fields.shown ? { shown: fields.shown } : {}),
    ...(label && fields.url ? { link: { label, url: fields.url } } : {}),
  });
}
