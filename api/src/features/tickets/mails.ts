import type { Language } from '@vigil/shared/contract/languages';
import { ticketState } from '@vigil/shared/domain/ticket-transitions';
import { timeZoneOf } from '@vigil/shared/domain/time-zones';
import { composeMail, fillMailText, type MailContent } from '@vigil/shared/platform/mail/mail-content';
import type { StoredTicket } from '@vigil/shared/platform/tickets';
import { byKey } from '@vigil/shared/texts/by-language';
import type { UserRecord } from '../../access/user-records.ts';
import type { Deps } from '../../deps.ts';
import { mailTexts } from '../../texts/mail-texts.ts';
import { revealUrl } from './wire.ts';

type TicketMailKind = 'requested' | 'approved' | 'rejected' | 'ended';

interface Texts {
  readonly subject: string;
  readonly body: string;
  readonly label: string;
}

/** The names in braces are filled in: number, requester, approver, period and reason. */
const texts: { readonly [K in TicketMailKind]: { readonly [L in Language]: Texts } } = byKey(mailTexts, 'tickets');

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
    subject: fillMailText(subject, fields),
    paragraphs: [fillMailText(body, fields)],
    link: { label, url: key === undefined ? page : revealUrl(config, language, key) },
  });
}
