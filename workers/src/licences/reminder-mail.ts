import type { Language } from '@vigil/shared/contract/languages';
import { lastDayOfLicence } from '@vigil/shared/domain/licence-periods';
import type { LicenceReminderDays } from '@vigil/shared/domain/licence-reminders';
import type { licences } from '@vigil/shared/platform/db/schema/companies';
import { composeMail, fillInMailTextWithoutLinks, type MailContent } from '@vigil/shared/platform/mail/mail-content';

interface Texts {
  readonly subject: string;
  readonly body: string;
}

/** The names in braces are filled in: type, number of devices, last day. */
const before: { readonly [L in Language]: Texts } = {
  ko: {
    subject: 'Vigil 라이선스가 {last}에 만료됩니다',
    body: '{type} 라이선스(장치 {devices}대)의 마지막 사용일은 {last}입니다. 계속 사용하려면 갱신해 주세요. 자동으로 결제되지 않습니다.',
  },
  en: {
    subject: 'Your Vigil licence ends on {last}',
    body: 'The last day of your {type} licence (devices: {devices}) is {last}. Renew it to keep these devices in the console. Nothing is charged automatically.',
  },
  ja: {
    subject: 'Vigil ライセンスは{last}に終了します',
    body: '{type}ライセンス（デバイス{devices}台）の最終日は{last}です。引き続きご利用になるには更新してください。自動的に請求されることはありません。',
  },
};
const ended: { readonly [L in Language]: Texts } = {
  ko: {
    subject: 'Vigil 라이선스가 만료되었습니다',
    body: '{type} 라이선스(장치 {devices}대)가 {last}까지 사용되고 만료되었습니다. 장치는 삭제되지 않습니다. 계속 사용하려면 갱신해 주세요.',
  },
  en: {
    subject: 'Your Vigil licence has ended',
    body: 'Your {type} licence (devices: {devices}) has ended; its last day was {last}. No device is deleted. Renew it to continue.',
  },
  ja: {
    subject: 'Vigil ライセンスが終了しました',
    body: '{type}ライセンス（デバイス{devices}台）は{last}をもって終了しました。デバイスは削除されません。引き続きご利用になるには更新してください。',
  },
};
const labels: { readonly [L in Language]: string } = {
  ko: '라이선스 열기',
  en: 'Open licences',
  ja: 'ライセンスを開く',
};

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
    subject: fillInMailTextWithoutLinks(subject, fields),
    paragraphs: [fillInMailTextWithoutLinks(body, fields)],
    link: { label: labels[language], url: new URL(`/${language}/license`, publicUrl).href },
  });
}
