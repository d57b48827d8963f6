import type { Language } from '../../contract/languages.ts';
import type { CompanyPk } from '../../contract/ids.ts';
import { timeZoneOf } from '../../domain/time-zones.ts';
import type { ChangeTx } from '../changes/commit-change.ts';
import { composeMail, fillInMailTextWithoutLinks } from '../mail/mail-content.ts';
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
const texts: { readonly [N in DeletionNews]: { readonly [L in Language]: Texts } } = {
  asked: {
    ko: {
      subject: 'Vigil 계정이 {at}에 삭제됩니다',
      body: '{by} 님이 {company} 계정의 삭제를 요청했습니다. {at}에 장치, 사용자, 이력이 모두 삭제되며 되돌릴 수 없습니다. 그 전까지 관리자는 누구나 계정을 유지할 수 있습니다.',
      label: '회사 설정 열기',
      smallPrint: '계약, 결제, 작업 기록은 이름과 주소 없이 법정 기간 동안 보관합니다.',
    },
    en: {
      subject: 'Your Vigil account will be deleted on {at}',
      body: '{by} asked for the account of {company} to be deleted. On {at} its devices, users and histories will be deleted, which cannot be undone. Until then any administrator can keep the account.',
      label: 'Open company settings',
      smallPrint:
        'Contracts, payments and the audit are kept for the time that the law demands, without names and addresses.',
    },
    ja: {
      subject: 'Vigil アカウントは{at}に削除されます',
      body: '{by}が{company}のアカウントの削除を申請しました。{at}にデバイス、ユーザー、履歴がすべて削除され、元に戻すことはできません。それまでは管理者であれば誰でもアカウントを維持できます。',
      label: '会社の設定を開く',
      smallPrint: '契約、支払い、監査の記録は、名前とアドレスを除いて法定の期間保存されます。',
    },
  },
  near: {
    ko: {
      subject: '곧 삭제됩니다: Vigil 계정, {at}',
      body: '{company} 계정이 {at}에 삭제됩니다. 장치, 사용자, 이력이 모두 삭제되며 되돌릴 수 없습니다. 그 전까지 관리자는 누구나 계정을 유지할 수 있습니다.',
      label: '회사 설정 열기',
      smallPrint: '필요한 데이터는 삭제 전에 회사 설정에서 내보내 주세요.',
    },
    en: {
      subject: 'Reminder: your Vigil account will be deleted on {at}',
      body: 'The account of {company} will be deleted on {at}, with its devices, users and histories. This cannot be undone. Until then any administrator can keep the account.',
      label: 'Open company settings',
      smallPrint: 'Export the data that you need before, in the company settings.',
    },
    ja: {
      subject: 'まもなく削除されます：Vigil アカウント、{at}',
      body: '{company}のアカウントは{at}に、デバイス、ユーザー、履歴とともに削除されます。元に戻すことはできません。それまでは管理者であれば誰でもアカウントを維持できます。',
      label: '会社の設定を開く',
      smallPrint: '必要なデータは、削除の前に会社の設定からエクスポートしてください。',
    },
  },
  kept: {
    ko: {
      subject: 'Vigil 계정이 유지됩니다',
      body: '{by} 님이 {company} 계정을 유지하기로 했습니다. 계정은 삭제되지 않습니다.',
      label: '회사 설정 열기',
      smallPrint: '삭제하려면 회사 설정에서 다시 요청할 수 있습니다.',
    },
    en: {
      subject: 'Your Vigil account is kept',
      body: '{by} kept the account of {company}. It will not be deleted.',
      label: 'Open company settings',
      smallPrint: 'Its deletion can be requested again in the company settings.',
    },
    ja: {
      subject: 'Vigil アカウントは維持されます',
      body: '{by}が{company}のアカウントを維持しました。アカウントは削除されません。',
      label: '会社の設定を開く',
      smallPrint: '削除は会社の設定から改めて申請できます。',
    },
  },
};

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
        subject: fillInMailTextWithoutLinks(subject, fields),
        paragraphs: [fillInMailTextWithoutLinks(body, fields)],
        link: { label, url: new URL(`/${language}/management/profile/company`, publicUrl).href },
        smallPrint,
      }),
    );
  }
  return recipients.length;
}
