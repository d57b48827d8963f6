import type { Language } from '@vigil/shared/contract/languages';
import { composeMail, fillMailText, type MailContent } from '@vigil/shared/platform/mail/mail-content';
import { byKey } from '@vigil/shared/texts/by-language';
import { mailTexts } from '../../texts/mail-texts.ts';

interface Texts {
  readonly subject: string;
  readonly body: string;
  readonly label?: string;
}

type PartnerMailKind = 'applied' | 'approved' | 'rejected' | 'invited';

/**
 * The names in braces are filled in: deadline, reason of a rejection. The address of an applicant is not confirmed, so
 * no text that the applicant chose is in the mails: a stranger could have it sent to anyone.
 */
const texts: { readonly [K in PartnerMailKind]: { readonly [L in Language]: Texts } } = byKey(mailTexts, 'partners');

export interface PartnerMailFields {
  readonly language: Language;
  readonly reason?: string;
  readonly until?: Date;
  /** Shown on a line of its own. */
  readonly code?: string;
  /** Absolute. */
  readonly url?: string;
}

/** Written out with its zone, since the time zone of the reader is not known. */
const momentText = (language: Language, at: Date): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at);

export function composePartnerMail(kind: PartnerMailKind, fields: PartnerMailFields): MailContent {
  const { language, code, url, until } = fields;
  const { subject, body, label } = texts[kind][language];
  // The operator writes the reason, with links where they help.
  const words: Readonly<Record<string, string>> = {
    reason: fields.reason ?? '',
    until: until ? `${momentText(language, until)} UTC` : '',
  };
  return composeMail({
    language,
    subject,
    paragraphs: [body.replaceAll(/\{(\w+)\}/gu, (_, name: string) => words[name] ?? '')],
    ...(code === undefined ? {} : { shown: [code] }),
    ...(label && url ? { link: { label, url } } : {}),
  });
}

/** The e-mail to the operator; in English, like the operator's command line. */
export const composePartnerApplicationMail = ({
  pk,
  mgrid,
  name,
  email,
}: {
  pk: number;
  mgrid: string;
  name: string;
  email: string;
}): MailContent =>
  composeMail({
    language: 'en',
    subject: fillMailText('Partner application from {name}', { name }),
    paragraphs: [
      fillMailText(`{name} (${email}) has applied for a partner account with the ID {mgrid}.`, {
        name,
        mgrid,
      }),
      'Approve or reject it within 7 days. After that, the application counts as rejected.',
    ],
    shown: [`npm run admin -- partners approve ${pk}`, `npm run admin -- partners reject ${pk}`],
  });
