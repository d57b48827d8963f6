import type { PaymentMethod } from '@vigil/shared/contract/http/payments';
import type { UserPk } from '@vigil/shared/contract/ids';
import type { Language } from '@vigil/shared/contract/languages';
import { lastDayOfLicence } from '@vigil/shared/domain/licence-periods';
import type { ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { readCompanyTimeZone } from '@vigil/shared/platform/company-time-zone';
import { users } from '@vigil/shared/platform/db/schema/users';
import type { Log } from '@vigil/shared/platform/log';
import { composeMail, fillMailText, type MailContent } from '@vigil/shared/platform/mail/mail-content';
import { createMailQueue } from '@vigil/shared/platform/mail/outgoing';
import type { Redis } from '@vigil/shared/platform/redis/redis';
import { byLanguage } from '@vigil/shared/texts/by-language';
import { eq } from 'drizzle-orm';
import { mailTexts } from '../texts/mail-texts.ts';
import type { PaymentRow } from './queries.ts';

export interface ReceiptStores {
  readonly redis: Redis;
  readonly log: Log;
  readonly publicUrl: string;
  readonly mailLimitFactor: number;
}

interface Texts {
  readonly subject: string;
  readonly body: string;
  readonly label: string;
  readonly methods: Readonly<Record<PaymentMethod, string>>;
}

/** The names in braces are filled in. */
const texts: { readonly [L in Language]: Texts } = byLanguage(mailTexts, 'receipt');

const dayIn = (at: Date, timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);

function composeReceiptMail(
  payment: PaymentRow,
  { language, timeZone, publicUrl }: { language: Language; timeZone: string; publicUrl: string },
): MailContent {
  const { subject, body, label, methods } = texts[language];
  const number = new Intl.NumberFormat(language);
  const fields = {
    type: payment.type,
    devices: number.format(payment.deviceVolume),
    months: number.format(payment.months),
    first: dayIn(payment.startsAt, timeZone),
    last: lastDayOfLicence(payment.expiresAt, timeZone),
    price: number.format(payment.total),
    method: payment.method === null ? '' : methods[payment.method],
    id: payment.id,
  };
  return composeMail({
    language,
    subject,
    paragraphs: [fillMailText(body, fields)],
    link: { label, url: new URL(`/${language}/payments`, publicUrl).href },
  });
}

/**
 * Mails the receipt to who has ordered, or to another user.
 * @returns the address; null without one that is confirmed
 */
export async function queueReceipt(
  tx: ChangeTx,
  payment: PaymentRow,
  { redis, log, publicUrl, mailLimitFactor, to = payment.userFk }: ReceiptStores & { readonly to?: UserPk | null },
): Promise<string | null> {
  if (to === null) return null;
  const [user] = await tx.select().from(users).where(eq(users.pk, to));
  if (!user || user.email === '' || user.emailVerifiedAt === null) return null;
  const timeZone = await readCompanyTimeZone(tx, payment.companyFk);
  const queueMail = createMailQueue({ redis, log }, mailLimitFactor);
  const recipient = { address: user.email, company: payment.companyFk, kind: 'receipt', isConfirmed: true } as const;
  const isQueued = await queueMail(tx, recipient, () =>
    composeReceiptMail(payment, { language: user.langCode, timeZone, publicUrl }),
  );
  return isQueued ? user.email : null;
}
