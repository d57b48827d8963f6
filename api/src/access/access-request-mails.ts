import type { UserPk } from '@vigil/shared/contract/ids';
import { ADMINISTRATOR_TYPE } from '@vigil/shared/domain/member-types';
import { ticketTabs } from '@vigil/shared/domain/ticket-transitions';
import { approveState } from '@vigil/shared/platform/approval-queries';
import type { ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { approvals } from '@vigil/shared/platform/db/schema/approvals';
import { tickets } from '@vigil/shared/platform/db/schema/tickets';
import type { MailContent } from '@vigil/shared/platform/mail/mail-content';
import { createMailQueue } from '@vigil/shared/platform/mail/outgoing';
import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { createRateLimits } from '../http/rate-limits.ts';
import { composeMoreRequestsMail } from './more-requests-mail.ts';
import type { UserRecord } from './user-records.ts';

/** The undecided requests for access and tickets that somebody may decide. */
async function countWaiting(tx: ReadTx, { pk, type }: UserRecord, at: Date): Promise<number> {
  const isAdministrator = type === ADMINISTRATOR_TYPE;
  const askedIn = (column: typeof approvals.approverFk | typeof tickets.askedFk) =>
    isAdministrator ? or(isNull(column), eq(column, pk)) : eq(column, pk);
  const isOpen = and(eq(approvals.approveState, approveState.open), gt(approvals.endTime, at));
  const isRequested = and(inArray(tickets.state, [...ticketTabs.requested]), gt(tickets.workEnd, at));
  const requests = await tx.$count(approvals, and(isOpen, askedIn(approvals.approverFk)));
  return requests + (await tx.$count(tickets, and(isRequested, askedIn(tickets.askedFk))));
}

interface AccessRequestMail {
  readonly to: readonly (UserRecord | undefined)[];
  /** Whose request the change makes or repeats; null for what becomes of one. */
  readonly requester: UserPk | null;
  readonly compose: (to: UserRecord) => MailContent;
}

/** The mails about requests for access, to those who ask and those who decide. */
export function createAccessRequestMails(deps: Pick<Deps, 'redis' | 'config' | 'log' | 'now'>) {
  const { config, now } = deps;
  const queueMail = createMailQueue(deps, config.RATE_LIMIT_FACTOR);
  const limits = createRateLimits(deps);
  return {
    /**
     * Written in the transaction of the change. The mail holds words of another user, so it goes to a confirmed address
     * only, and not without a limit; the screen informs the person in any case. The requester is counted first, so that
     * nobody uses up what others may send. Who gets no mail about a request gets one about all that wait, once an hour.
     */
    async writeMails(tx: ChangeTx, { to: recipients, requester, compose }: AccessRequestMail): Promise<void> {
      const isWithin = requester === null || (await limits.admits('request-mail', { account: String(requester) }));
      for (const to of recipients) {
        if (!to?.email || to.emailVerifiedAt === null) continue;
        const recipient = { address: to.email, company: to.companyFk, isConfirmed: true } as const;
        if (isWithin && (await queueMail(tx, { ...recipient, kind: 'request' }, () => compose(to)))) continue;
        const waiting = await countWaiting(tx, to, new Date(now()));
        if (waiting === 0) continue;
        await queueMail(tx, { ...recipient, kind: 'more_requests' }, () =>
          composeMoreRequestsMail(to.langCode, { waiting, publicUrl: config.PUBLIC_URL }),
        );
      }
    },
  };
}
