import type { Language } from '@vigil/shared/contract/languages';
import { composeMail, fillInMailTextWithoutLinks, type MailContent } from '@vigil/shared/platform/mail/mail-content';

const texts: { readonly [L in Language]: { readonly subject: string; readonly body: string; readonly label: string } } =
  {
    ko: {
      subject: '결정을 기다리는 요청: {count}건',
      body: '결정을 기다리는 요청이 {count}건 있습니다. 요청이 많아 당분간 개별 메일을 보내지 않습니다. 모든 요청은 Vigil에서 확인할 수 있습니다.',
      label: '요청 검토',
    },
    en: {
      subject: 'Requests that wait for a decision: {count}',
      body: 'Requests that wait for your decision: {count}. There were many, so that you get no mail about each of them for a while. Vigil lists them all.',
      label: 'Review requests',
    },
    ja: {
      subject: '判断を待っている申請: {count}件',
      body: '判断を待っている申請が{count}件あります。件数が多いため、しばらくの間、個別のメールは送信されません。すべての申請はVigilで確認できます。',
      label: '申請を確認',
    },
  };

/** Instead of mails about single requests, of which there were too many. */
export function composeMoreRequestsMail(
  language: Language,
  { waiting, publicUrl }: { readonly waiting: number; readonly publicUrl: string },
): MailContent {
  const { subject, body, label } = texts[language];
  const fields = { count: String(waiting) };
  return composeMail({
    language,
    subject: fillInMailTextWithoutLinks(subject, fields),
    paragraphs: [fillInMailTextWithoutLinks(body, fields)],
    link: { label, url: `${publicUrl.replace(/\/+$/u, '')}/${language}/` },
  });
}
