import type { Language } from '@vigil/shared/contract/languages';
import { lastDayOfLicence } from '@vigil/shared/domain/licence-periods';
import type { LicenceReminderDays } from '@vigil/shared/domain/licence-reminders';
import type { licences } from '@vigil/shared/platform/db/schema/companies';
import { composeMail, fillMailText, type MailContent } from '@vigil/shared/platform/mail/mail-content';
import { byLanguage } from '@vigil/shared/texts/by-language';
import { mailTexts } from '../texts/mail-texts.ts';

interface Texts {
  readonly subject: string;
  readonly body: string;
}

/** The names in braces are filled in: type, number of devices, last day. */
const before: { readonly [L in Language]: Texts } = byLanguage(mailTexts, 'licenceEnds');
const ended: { readonly [L in Language]: Texts } = byLanguage(mailTexts, 'licenceEnded');
const labels: { readonly [L in Language]: string } = byLanguage(mailTexts, 'openLicences');

interface Reminder {
  readonly licence: Pick<typeof licences.$inferSelect, 'type' | 'deviceVolume' | 'expiresAt'>;
  readonly days: LicenceReminderDays;
  readonly language: Language;
  readonly timeZone: string;
  readonly publicUrl: string;
}

export function composeLicenceReminder({ licence, days, language, timeZone, publicUrl }: Reminder): MailContent {
  const { subject, body } = (days === 0 ? ended : before)[language];
  const fields = {
    type: licence.type,
    devices: new Intl.NumberFormat(language).format(licence.deviceVolume),
    last: lastDayOfLicence(licence.expiresAt, timeZone),
  };
  return composeMail({
    language,
    subject: fillMailText(subject, fields),
    paragraphs: [fillMailText(body, fields)],
    link: { label: labels[language], url: new URL(`/${language}/license`, publicUrl).href },
  });
}
