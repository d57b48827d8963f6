import type { AccessRequest } from '@vigil/shared/contract/http/approvals';
import type { Language } from '@vigil/shared/contract/languages';
import { timeZoneOf } from '@vigil/shared/domain/time-zones';
import { composeMail, fillMailText, type MailContent } from '@vigil/shared/platform/mail/mail-content';
import { byKey } from '@vigil/shared/texts/by-language';
import type { UserRecord } from '../../access/user-records.ts';
import { pageUrl } from '../../identity/accounts/page-url.ts';
import { mailTexts } from '../../texts/mail-texts.ts';

type ApprovalMailKind = 'requested' | 'approved' | 'rejected';

interface Texts {
  readonly subject: string;
  readonly body: string;
  readonly label: string;
}

/**
 * The names in braces are filled in: requester, approver, device, period, reason of the request or of the rejection.
 */
const texts: { readonly [K in ApprovalMailKind]: { readonly [L in Language]: Texts } } = byKey(mailTexts, 'approvals');

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
    subject: fillMailText(subject, fields),
    paragraphs: [fillMailText(body, fields)],
    link: { label, url: pageUrl({ PUBLIC_URL: publicUrl }, language, pageOf(approval)) },
  });
}
