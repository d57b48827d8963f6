import type { Language } from '@vigil/shared/contract/languages';
import { composeMail, fillInMailTextWithoutLinks, type MailContent } from '@vigil/shared/platform/mail/mail-content';

interface Texts {
  readonly subject: string;
  readonly body: string;
  readonly label?: string;
}

type PartnerMailKind = 'applied' | 'approved' | 'rejected' | 'invited';

/**
 * The names in braces are filled in: deadline, reason of a rejection. The address of an applicant is not confirmed, so no
 * text that the applicant chose is in the mails: a stranger could have it sent to anyone.
 */
const texts: { readonly [K in PartnerMailKind]: { readonly [L in Language]: Texts } } = {
  applied: {
    ko: {
      subject: 'Vigil 파트너 신청이 접수되었습니다',
      body: '파트너 계정을 신청해 주셔서 감사합니다. {until}까지 결과를 알려 드립니다.',
    },
    en: {
      subject: 'Your application for a Vigil partner account',
      body: 'Thank you for applying for a partner account. We will notify you by {until}.',
    },
    ja: {
      subject: 'Vigil パートナー申請を受け付けました',
      body: 'パートナーアカウントをお申し込みいただきありがとうございます。{until} までに結果をお知らせします。',
    },
  },
  approved: {
    ko: {
      subject: 'Vigil 파트너 신청이 승인되었습니다',
      body: '파트너 신청이 승인되었습니다. 원격 접속이 필요한 경우 초대 코드를 메일로 보내 드립니다.',
    },
    en: {
      subject: 'Your Vigil partner account has been approved',
      body: 'Your application for a partner account has been approved. When remote access is needed, you will receive an invitation code by e-mail.',
    },
    ja: {
      subject: 'Vigil パートナー申請が承認されました',
      body: 'パートナー申請が承認されました。リモートアクセスが必要な際は、招待コードをメールでお送りします。',
    },
  },
  rejected: {
    ko: {
      subject: 'Vigil 파트너 신청 결과 안내',
      body: '아쉽게도 파트너 신청이 승인되지 않았습니다. 사유: {reason}',
    },
    en: {
      subject: 'Your application for a Vigil partner account',
      body: 'Unfortunately, your application was not approved. Reason: {reason}',
    },
    ja: {
      subject: 'Vigil パートナー申請の結果について',
      body: '申し訳ございませんが、パートナー申請は承認されませんでした。理由: {reason}',
    },
  },
  invited: {
    ko: {
      subject: 'Vigil 원격 접속 초대',
      body: '원격 접속에 초대되었습니다. 아래 코드를 입력하면 {until}까지 사용할 수 있습니다. 코드는 한 번만 사용할 수 있습니다.',
      label: '코드 입력',
    },
    en: {
      subject: 'Invitation to remote access with Vigil',
      body: 'You are invited to remote access. Enter the code below to get access until {until}. The code works once.',
      label: 'Enter code',
    },
    ja: {
      subject: 'Vigil リモートアクセスへの招待',
      body: 'リモートアクセスに招待されました。下のコードを入力すると、{until} まで利用できます。コードは1回のみ使用できます。',
      label: 'コードを入力',
    },
  },
};

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
export const composePartnerApplicationMailToOperator = ({
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
    subject: fillInMailTextWithoutLinks('Partner application from {name}', { name }),
    paragraphs: [
      fillInMailTextWithoutLinks(`{name} (${email}) has applied for a partner account with the ID {mgrid}.`, {
        name,
        mgrid,
      }),
      'Approve or reject it within 7 days. After that, the application counts as rejected.',
    ],
    shown: [`npm run admin -- partners approve ${pk}`, `npm run admin -- partners reject ${pk}`],
  });
