import type { Language } from '../../contract/problem-texts.ts';
import { accountTexts, type AccountMailKind } from './account-texts.ts';
import { composeMail, type MailContent } from './mail-content.ts';

export interface AccountMailFields {
  readonly language: Language;
  readonly name: string;
  readonly email: string;
  /** Absolute. */
  readonly url?: string;
  readonly shown?: readonly string[];
}

export function composeAccountMail(kind: AccountMailKind, fields: AccountMailFields): MailContent {
  const { subject, body, label, smallPrint } = accountTexts[kind][fields.language];
  const filled = body.replaceAll(/\{(name|email)\}/gu, (_, field: 'name' | 'email') => fields[field]);
  return composeMail({
    language: fields.language,
    subject,
    paragraphs: [filled],
    smallPrint,
    ...(fields.shown ? { shown: fields.shown } : {}),
    ...(label && fields.url ? { link: { label, url: fields.url } } : {}),
  });
}
