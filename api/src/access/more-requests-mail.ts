import type { Language } from '@vigil/shared/contract/languages';
import { composeMail, fillMailText, type MailContent } from '@vigil/shared/platform/mail/mail-content';
import { byLanguage } from '@vigil/shared/texts/by-language';
import { mailTexts } from '../texts/mail-texts.ts';

const texts: { readonly [L in Language]: { readonly subject: string; readonly body: string; readonly label: string } } =
  byLanguage(mailTexts, 'moreRequests');

/** Instead of mails about single requests, of which there were too many. */
export function composeMoreRequestsMail(
  language: Language,
  { waiting, publicUrl }: { readonly waiting: number; readonly publicUrl: string },
): MailContent {
  const { subject, body, label } = texts[language];
  const fields = { count: String(waiting) };
  return composeMail({
    language,
    subject: fillMailText(subject, fields),
    paragraphs: [fillMailText(body, fields)],
    link: { label, url: `${publicUrl.replace(/\/+$/u, '')}/${language}/management/access-user` },
  });
}
