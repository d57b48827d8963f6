import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { CompanyPk } from '../../contract/ids.ts';
import { queueJobsOnCommit, type ChangeTx } from '../changes/commit-change.ts';
import type { Tx } from '../db/client.ts';
import { mails } from '../db/schema/mails.ts';
import type { Log } from '../log.ts';
import { redisKeys } from '../redis/keys.ts';
import { consumeRateLimit, takeTurnWaitMs, type TurnPace } from '../redis/rate-limit.ts';
import type { Redis } from '../redis/redis.ts';
import type { MailContent } from './mail-content.ts';

/** The job of one attempt to send a mail. The id contains the attempt, so that each attempt is queued. */
export const mailJob = ({ pk, tries }: { pk: number; tries: number }) => ({ id: `mail-${pk}-${tries}`, data: { pk } });

/** Due in any case. The current time would not be: the clock of the worker may be slow. */
const IMMEDIATELY = new Date(0);

const HOUR_MS = 3_600_000;

/**
 * How many mails of a kind a recipient gets within an hour; null: any number. Kinds count apart: what strangers can
 * cause of one uses up none of another.
 */
const mostPerHour = {
  verify: 5,
  email: 5,
  undo: 5,
  reset: 5,
  /** Of a new user, by an administrator. */
  invite: 5,
  unlock: 5,
  find_id: 5,
  /** What happened to an account, which is limited where it happens. */
  notice: null,
  /** Requests for access, and what became of them: an approver of many people gets many. */
  request: 60,
  /** How many requests wait, instead of mails about those beyond that. */
  more_requests: 1,
  /** To an applicant, and to the operator: anybody may apply as a partner. */
  applied: 5,
  application: 60,
  /** What the operator answers, and invitations. */
  by_operator: 60,
  /** Of a payment: at once, and whenever an administrator asks. */
  receipt: 20,
  /** Of a channel that an administrator tries. */
  channel_test: 10,
  /** Limited by their company, and by the pace of their recipient. */
  incident: null,
} as const satisfies Record<string, number | null>;
export type MailKind = keyof typeof mostPerHour;

/**
 * How fast the mails of all companies together reach a recipient; beyond it they wait. For mails that must not be lost,
 * to addresses that their owners may never have confirmed: the contact of a group, and the address of a user that an
 * administrator vouches for.
 */
const paces: { readonly [K in MailKind]?: TurnPace & { readonly holdsConfirmed: boolean } } = {
  incident: { burst: 60, everyMs: 60_000, holdsConfirmed: false },
  // Above what a single company may send, which could delay those of others otherwise.
  request: { burst: 120, everyMs: 30_000, holdsConfirmed: true },
};

export interface MailEnvelope {
  readonly address: string;
  /** Null for a mail that belongs to no company. */
  readonly company: CompanyPk | null;
  readonly kind: MailKind;
  /**
   * The address is confirmed for an account of the company, so that what other companies send to it uses up none of
   * these mails.
   */
  readonly isConfirmed?: boolean;
  /** It is held back until then, in milliseconds since 1970. */
  readonly notBefore?: number;
}

/** Subaddresses (`kim+1@…`) lead to one mailbox. */
const mailboxOf = (address: string): string => {
  const mailbox = address.toLowerCase().replace(/\+[^@]*(?=@)/u, '');
  return createHash('sha256').update(mailbox).digest('base64url').slice(0, 22);
};

/**
 * Stores a mail in the transaction of the change that causes it, so that it is sent only if the change is committed. It
 * counts in Redis at once, so that one whose transaction is rolled back or runs again counts, too, which only makes the
 * limit lower. Beyond the limit of its recipient it is not composed, and nobody is told but the log.
 * @returns whether it was stored
 */
export type EnqueueMail = (
  tx: ChangeTx,
  to: MailEnvelope,
  compose: () => MailContent | Promise<MailContent>,
) => Promise<boolean>;

/** The only way to a mail. @param limitFactor multiplies the limits */
export function createMailQueue({ redis, log }: { redis: Redis; log: Log }, limitFactor = 1): EnqueueMail {
  const isWithinLimit = async ({ address, kind, company, isConfirmed = false }: MailEnvelope): Promise<boolean> => {
    const most = mostPerHour[kind];
    if (most === null) return true;
    const limit = { most: most * limitFactor, windowMs: HOUR_MS };
    const recipient = isConfirmed ? `${mailboxOf(address)}-${company}` : mailboxOf(address);
    return (await consumeRateLimit(redis, redisKeys.limit(`mail-${kind}`, recipient), limit)) === 0;
  };
  const waitOf = async ({ address, kind, isConfirmed = false }: MailEnvelope): Promise<number> => {
    const pace = paces[kind];
    if (!pace || (isConfirmed && !pace.holdsConfirmed)) return 0;
    const { burst, everyMs } = pace;
    return takeTurnWaitMs(redis, redisKeys.limit(`mail-${kind}`, `pace-${mailboxOf(address)}`), {
      burst: burst * limitFactor,
      everyMs: Math.ceil(everyMs / limitFactor),
    });
  };
  return async (tx, to, compose) => {
    if (await isWithinLimit(to)) {
      const waitMs = await waitOf(to);
      const dueAt = dueTime(waitMs, to.notBefore ?? 0);
      const pk = await storeMail(tx, to, { ...(await compose()), nextTryAt: dueAt });
      // Otherwise workers find it when they look for mails that are due.
      if (dueAt === IMMEDIATELY) queueJobsOnCommit(tx, 'mail', [mailJob({ pk, tries: 0 })]);
      return true;
    }
    log.warn({ kind: to.kind, company: to.company }, 'mail not sent: too many to this recipient');
    return false;
  };
}

const dueTime = (waitMs: number, notBefore: number): Date =>
  waitMs === 0 && notBefore === 0 ? IMMEDIATELY : new Date(Math.max(Date.now() + waitMs, notBefore));

async function storeMail(
  tx: Tx,
  { address, company }: MailEnvelope,
  mail: MailContent & { readonly nextTryAt: Date },
): Promise<number> {
  // Drawn first: the role of the API cannot read back a mail that belongs to no company.
  const [drawn] = await tx.execute<{ pk: string }>(sql`select nextval('mails_pk_seq') as pk`);
  const pk = Number(drawn?.pk);
  await tx.insert(mails).values({ pk, to: address, companyFk: company, ...mail });
  return pk;
}
