import type { Language } from '@vigil/shared/contract/languages';
import { ticketState } from '@vigil/shared/domain/ticket-transitions';
import { timeZoneOf } from '@vigil/shared/domain/time-zones';
import { composeMail, fillInMailTextWithoutLinks, type MailContent } from '@vigil/shared/platform/mail/mail-content';
import type { StoredTicket } from '@vigil/shared/platform/tickets';
import type { UserRecord } from '../../access/user-records.ts';
import type { Deps } from '../../deps.ts';
import { revealUrl } from './wire.ts';

type TicketMailKind = 'requested' | 'approved' | 'rejected' | 'ended';

interface Texts {
  readonly subject: string;
  readonly body: string;
  readonly label: string;
}

/** The names in braces are filled in: number, requester, approver, period and reason. */
const texts: { readonly [K in TicketMailKind]: { readonly [L in Language]: Texts } } = {
  requested: {
    ko: {
      subject: '접속 티켓 #{number} 승인 요청',
      body: '{requester}님이 임시 원격 접속을 요청했습니다. 작업 기간: {start} ~ {end}. 사유: {reason}',
      label: '티켓 검토',
    },
    en: {
      subject: 'Approval request: access ticket #{number}',
      body: '{requester} requests temporary remote access from {start} to {end}. Reason: {reason}',
      label: 'Review ticket',
    },
    ja: {
      subject: 'アクセスチケット #{number} の承認依頼',
      body: '{requester} 様から一時的なリモートアクセスの申請がありました。作業期間: {start} ～ {end}。理由: {reason}',
      label: 'チケットを確認',
    },
  },
  approved: {
    ko: {
      subject: '접속 티켓 #{number} 승인',
      body: '{approver}님이 티켓을 승인했습니다. 작업 기간: {start} ~ {end}. 아래 링크는 임시 계정의 비밀번호를 한 번만 표시합니다.',
      label: '비밀번호 표시',
    },
    en: {
      subject: 'Access ticket #{number} approved',
      body: '{approver} approved your ticket. Work time: {start} to {end}. The link below shows the password of the temporary account once.',
      label: 'Show password',
    },
    ja: {
      subject: 'アクセスチケット #{number} が承認されました',
      body: '{approver} 様がチケットを承認しました。作業期間: {start} ～ {end}。下のリンクは一時アカウントのパスワードを一度だけ表示します。',
      label: 'パスワードを表示',
    },
  },
  rejected: {
    ko: {
      subject: '접속 티켓 #{number} 거절',
      body: '{approver}님이 작업 기간 {start} ~ {end}의 티켓을 거절했습니다. 사유는 티켓에서 확인할 수 있습니다.',
      label: '티켓 열기',
    },
    en: {
      subject: 'Access ticket #{number} rejected',
      body: '{approver} rejected your ticket for the time from {start} to {end}. The ticket tells the reason.',
      label: 'Open ticket',
    },
    ja: {
      subject: 'アクセスチケット #{number} が却下されました',
      body: '{approver} 様が作業期間 {start} ～ {end} のチケットを却下しました。理由はチケットで確認できます。',
      label: 'チケットを開く',
    },
  },
  ended: {
    ko: {
      subject: '접속 티켓 #{number} 종료',
      body: '{approver}님이 티켓을 종료했습니다. 임시 계정은 더 이상 사용할 수 없습니다.',
      label: '티켓 열기',
    },
    en: {
      subject: 'Access ticket #{number} ended',
      body: '{approver} ended your ticket. The temporary account cannot be used any more.',
      label: 'Open ticket',
    },
    ja: {
      subject: 'アクセスチケット #{number} が終了しました',
      body: '{approver} 様がチケットを終了しました。一時アカウントはもう使用できません。',
      label: 'チケットを開く',
    },
  },
};

const kindOf = ({ state }: StoredTicket): TicketMailKind => {
  if (state === ticketState.approved) return 'approved';
  if (state === ticketState.rejected) return 'rejected';
  return state === ticketState.completed ? 'ended' : 'requested';
};

/**
 * The e-mail about a ticket to the one who decides it or who asked for it, with times in the reader's time zone.
 * @param key of the link that reveals the password, for the requester of a ticket that was just approved
 */
export function composeTicketMail(
  ticket: StoredTicket,
  to: UserRecord,
  { config, key }: { config: Deps['config']; key: string | undefined },
): MailContent {
  const language = to.langCode;
  const { subject, body, label } = texts[kindOf(ticket)][language];
  const clock = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timeZoneOf(to.timeZoneId).name,
  });
  const fields = {
    number: String(ticket.pk),
    requester: ticket.requesterName || ticket.requesterId,
    approver: ticket.deciderName,
    start: clock.format(ticket.workStart),
    end: clock.format(ticket.workEnd),
    reason: ticket.reason,
  };
  const page = `${config.PUBLIC_URL.replace(/\/+$/u, '')}/${language}/access-ticket/request?ticket=${ticket.pk}`;
  return composeMail({
    language,
    subject: fillInMailTextWithoutLinks(subject, fields),
    paragraphs: [fillInMailTextWithoutLinks(body, fields)],
    link: { label, url: key === undefined ? page : revealUrl(config, language, key) },
  });
}
