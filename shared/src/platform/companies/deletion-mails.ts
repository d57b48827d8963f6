import type { CompanyPk } from '../../contract/ids.ts';
import type { Language } from '../../contract/languages.ts';
import { timeZoneOf } from '../../domain/time-zones.ts';
import { byKey } from '../../texts/by-language.ts';
import { mailTexts } from '../../texts/mail-texts.ts';
import type { ChangeTx } from '../changes/commit-change.ts';
import { composeMail, fillMailText } from '../mail/mail-content.ts';
import type { EnqueueMail } from '../mail/outgoing.ts';
import { selectReachableAdministrators } from '../users/administrators.ts';

interface Texts {
  readonly subject: string;
  readonly body: string;
  readonly label: string;
  readonly smallPrint: string;
}

/** What administrators are told: that it was asked for, that it is near, that the account is kept. */
type DeletionNews = 'asked' | 'near' | 'kept';

/** The names in braces are filled in: the company, who did it, and when it will be deleted. */
const texts: { readonly [N in DeletionNews]: { readonly [L in Language]: Texts } } = byKey(
  mailTexts,
  'companyDeletion',
);

/** A moment on the clock of its reader, with the zone. */
const momentText = (at: Date, language: Language, timeZoneId: number): string =>
  new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: timeZoneOf(timeZoneId).name,
  }).format(at);

interface DeletionMail {
  readonly company: CompanyPk;
  readonly companyName: string;
  readonly news: DeletionNews;
  /** The login ID of who did it; empty for a reminder. */
  readonly by: string;
  readonly deleteAt: Date;
}

/** Tells every administrator who can be mailed. @returns how many */
export async function mailDeletionNews(
  tx: ChangeTx,
  { queueMail, publicUrl }: { readonly queueMail: EnqueueMail; readonly publicUrl: string },
  { company, companyName, news, by, deleteAt }: DeletionMail,
): Promise<number> {
  const recipients = await selectReachableAdministrators(tx);
  for (const { email, language, timeZoneId } of recipients) {
    const { subject, body, label, smallPrint } = texts[news][language];
    const fields = { company: companyName, by, at: momentText(deleteAt, language, timeZoneId) };
    await queueMail(tx, { address: email, company, kind: 'notice', isConfirmed: true }, () =>
      composeMail({
        language,
        subject: fillMailText(subject, fields),
        paragraphs: [fillMailText(body, fields)],
        link: { label, url: new URL(`/${language}/management/profile/company`, publicUrl).href },
        smallPrint,
      }),
    );
  }
  return recipients.length;
}
