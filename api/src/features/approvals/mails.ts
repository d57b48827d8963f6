import type { AccessRequest } from '@vigil/shared/contract/http/approvals';
import type { Language } from '@vigil/shared/contract/languages';
import { timeZoneOf } from '@vigil/shared/domain/time-zones';
import { pageUrl } from '../../identity/accounts/page-url.ts';
import { composeMail, fillInMailTextWithoutLinks, type MailContent } from '@vigil/shared/platform/mail/mail-content';
import type { UserRecord } from '../../access/user-records.ts';

type ApprovalMailKind = 'requested' | 'approved' | 'rejected';

interface Texts {
  readonly subject: string;
  readonly body: string;
  readonly label: string;
}

/** The names in braces are filled in: requester, approver, device, period, reason of the request or of the rejection. */
const texts: { readonly [K in ApprovalMailKind]: { readonly [L in Language]: Texts } } = {
  requested: {
    ko: {
      subject: '원격 접속 승인 요청: {device}',
      body: '{requester}님이 {device}에 대한 원격 접속 승인을 요청했습니다. 기간: {start} ~ {end}. 사유: {reason}',
      label: '요청 검토',
    },
    en: {
      subject: 'Approval request: remote access to {device}',
      body: '{requester} requests remote access to {device} from {start} to {end}. Reason: {reason}',
      label: 'Review request',
    },
    ja: {
      subject: 'リモートアクセスの申請: {device}',
      body: '{requester} 様から {device} へのリモートアクセスの申請がありました。期間: {start} ～ {end}。理由: {reason}',
      label: '申請を確認',
    },
  },
  approved: {
    ko: {
      subject: '원격 접속이 승인되었습니다: {device}',
      body: '{approver}님이 {device}에 대한 원격 접속을 승인했습니다. 기간: {start} ~ {end}',
      label: 'Vigil 열기',
    },
    en: {
      subject: 'Remote access approved: {device}',
      body: '{approver} approved your remote access to {device} from {start} to {end}.',
      label: 'Open Vigil',
    },
    ja: {
      subject: 'リモートアクセスが承認されました: {device}',
      body: '{approver} 様が {device} へのリモートアクセスを承認しました。期間: {start} ～ {end}',
      label: 'Vigilを開く',
    },
  },
  rejected: {
    ko: {
      subject: '원격 접속이 거절되었습니다: {device}',
      body: '{approver}님이 {device}에 대한 원격 접속 요청을 거절했습니다. 기간: {start} ~ {end}. 사유: {refusal}',
      label: 'Vigil 열기',
    },
    en: {
      subject: 'Remote access rejected: {device}',
      body: '{approver} rejected your request for remote access to {device} from {start} to {end}. Reason: {refusal}',
      label: 'Open Vigil',
    },
    ja: {
      subject: 'リモートアクセスが却下されました: {device}',
      body: '{approver} 様が {device} へのリモートアクセスを却下しました。期間: {start} ～ {end}。理由: {refusal}',
      label: 'Vigilを開く',
    },
  },
};

const kinds: { readonly [S in AccessRequest['approve_state']]?: ApprovalMailKind } = {
  0: 'requested',
  1: 'rejected',
  2: 'approved',
};

/** Where the approver decides it, or where the requester goes on. */
const pageOf = ({ approve_state: state, device_pk }: AccessRequest): string =>
  kinds[state] === 'requested' ? 'management/access' : `device/all/${device_pk}`;

/** The e-mail about a request to its approver or its requester; times are in the reader's time zone. */
export function composeApprovalMail(approval: AccessRequest, to: UserRecord, publicUrl: string): MailContent {
  const language = to.langCode;
  const { subject, body, label } = texts[kinds[approval.approve_state] ?? 'requested'][language];
  const clock = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timeZoneOf(to.timeZoneId).name,
  });
  const fields = {
    requester: approval.requester_name || approval.requester_id,
    approver: approval.approver_name || approval.approver_id,
    device: approval.device_alias,
    start: clock.format(new Date(approval.start_time)),
    end: clock.format(new Date(approval.end_time)),
    reason: approval.approval_reason,
    refusal: approval.react_reason,
  };
  return composeMail({
    language,
    subject: fillInMailTextWithoutLinks(subject, fields),
    paragraphs: [fillInMailTextWithoutLinks(body, fields)],
    link: { label, url: pageUrl({ PUBLIC_URL: publicUrl }, language, pageOf(approval)) },
  });
}
