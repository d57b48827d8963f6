import { eq } from 'drizzle-orm';
import type { Language } from '@vigil/shared/contract/languages';
import type { PaymentMethod } from '@vigil/shared/contract/http/payments';
import type { UserPk } from '@vigil/shared/contract/ids';
import { lastDayOfLicence } from '@vigil/shared/domain/licence-periods';
import type { ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { readCompanyTimeZone } from '@vigil/shared/platform/company-time-zone';
import { users } from '@vigil/shared/platform/db/schema/users';
import type { Log } from '@vigil/shared/platform/log';
import { composeMail, fillInMailTextWithoutLinks, type MailContent } from '@vigil/shared/platform/mail/mail-content';
import { createRateLimitedMailQueue } from '@vigil/shared/platform/mail/outgoing';
import type { Redis } from '@vigil/shared/platform/redis/redis';
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
const texts: { readonly [L in Language]: Texts } = {
  ko: {
    subject: 'Vigil 라이선스 결제 영수증',
    body: '{type} 라이선스 결제가 완료되었습니다. 장치 {devices}대, {months}개월, {first} ~ {last}. 금액: {price} WON(부가세 포함), 결제 수단: {method}, 결제 번호: {id}',
    label: '결제 내역 열기',
    methods: { SC0010: '신용카드', SC0030: '계좌이체', SC0060: '휴대폰 결제' },
  },
  en: {
    subject: 'Receipt for your Vigil licence',
    body: 'Your payment for a {type} licence was received. Devices: {devices}, months: {months}, {first} to {last}. Price: {price} WON, VAT included. Paid by {method}. Payment number: {id}',
    label: 'Open payments',
    methods: { SC0010: 'credit card', SC0030: 'bank transfer', SC0060: 'mobile billing' },
  },
  ja: {
    subject: 'Vigil ライセンスの領収書',
    body: '{type}ライセンスのお支払いを確認しました。デバイス{devices}台、{months}か月、{first}～{last}。金額: {price} WON（税込）、支払い方法: {method}、支払い番号: {id}',
    label: '支払い履歴を開く',
    methods: { SC0010: 'クレジットカード', SC0030: '銀行振込', SC0060: '携帯電話決済' },
  },
};

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
    paragraphs: [fillInMailTextWithoutLinks(body, fields)],
    link: { label, url: new URL(`/${language}/payments`, publicUrl).href },
  });
}

/** Mails the receipt to who has ordered, or to another user. @returns the address; null without one that is confirmed */
export async function queueReceipt(
  tx: ChangeTx,
  payment: PaymentRow,
  { redis, log, publicUrl, mailLimitFactor, to = payment.userFk }: ReceiptStores & { readonly to?: UserPk | null },
): Promise<string | null> {
  if (to === null) return null;
  const [user] = await tx.select().from(users).where(eq(users.pk, to));
  if (!user || user.email === '' || user.emailVerifiedAt === null) return null;
  const timeZone = await readCompanyTimeZone(tx, payment.companyFk);
  const queueMail = createRateLimitedMailQueue({ redis, log }, mailLimitFactor);
  const recipient = { address: user.email, company: payment.companyFk, kind: 'receipt', isConfirmed: true } as const;
  const isQueued = await queueMail(tx, recipient, () =>
    composeReceiptMail(payment, { language: user.langCode, timeZone, publicUrl }),
  );
  return isQueued ? user.email : null;
}
