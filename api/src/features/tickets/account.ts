import { randomInt } from 'node:crypto';
import { Problem } from '@vigil/shared/contract/problems';
import { announceOnCommit, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { Tx } from '@vigil/shared/platform/db/client';
import { tickets } from '@vigil/shared/platform/db/schema/tickets';
import { users } from '@vigil/shared/platform/db/schema/users';
import { hashPassword, type PasswordCost } from '@vigil/shared/platform/passwords';
import { sealSecret } from '@vigil/shared/platform/secret-box';
import type { StoredTicket } from '@vigil/shared/platform/tickets';
import { randomToken } from '@vigil/shared/platform/tokens';
import { eq } from 'drizzle-orm';
import { readUserRecord, type UserRecord } from '../../access/user-records.ts';
import type { Deps } from '../../deps.ts';
import { createLinkToken, consumeLinkToken } from '../../identity/accounts/link-tokens.ts';
import { storePassword } from '../../identity/accounts/password-change.ts';
import { randomPassword } from '../../identity/accounts/random-password.ts';
import { linkKeyAad } from './wire.ts';

const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const RANDOM_CHARACTERS = 6;
/** Another ID is drawn when all companies together have one already. */
const ATTEMPTS = 5;

/** `t`, the ticket, and six random characters (decision 38). */
const newWorkerId = ({ pk }: Pick<StoredTicket, 'pk'>): string =>
  `t${pk}${Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;

type Account = typeof users.$inferSelect;

/** Remote control of the devices in sight is the only right: no group, no function, no files. */
async function insertAccount(
  tx: Tx,
  { passwordCost }: Pick<Deps, 'passwordCost'>,
  { ticket, requester }: { ticket: StoredTicket; requester: UserRecord },
): Promise<Account> {
  // No password opens it before one is revealed.
  const passwordHash = await hashPassword(randomToken(), passwordCost);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const mgrid = newWorkerId(ticket);
    const [made] = await tx
      .insert(users)
      .values({
        companyFk: ticket.companyFk,
        mgrid,
        name: mgrid,
        passwordHash,
        authRemotecontrol: 1,
        disableFileTransfer: 1,
        langCode: requester.langCode,
        timeZoneId: requester.timeZoneId,
        ticketFk: ticket.pk,
        validFrom: ticket.workStart,
        validUntil: ticket.workEnd,
      })
      .onConflictDoNothing({ target: users.mgrid })
      .returning();
    if (made) return made;
  }
  throw new Problem('unavailable');
}

/**
 * Makes the temporary account of a ticket, and the key of the link that reveals its password once. There is no password
 * until then.
 */
export async function createTicketAccount(
  tx: Tx,
  { keyRing, passwordCost, now }: Pick<Deps, 'keyRing' | 'passwordCost' | 'now'>,
  { ticket, requester }: { ticket: StoredTicket; requester: UserRecord },
): Promise<{ workerId: string; key: string; revealKey: string }> {
  const user = await insertAccount(tx, { passwordCost }, { ticket, requester });
  const key = await createLinkToken(tx, 'ticket', { user, until: ticket.workEnd }, now());
  return { workerId: user.mgrid, key, revealKey: sealSecret(keyRing.secret, key, linkKeyAad(ticket)) };
}

/** A password that is stored once its link is used. */
export async function newPassword(cost: PasswordCost): Promise<{ pw: string; hash: string }> {
  const pw = randomPassword();
  return { pw, hash: await hashPassword(pw, cost) };
}

/** Uses the link up, and gives the account its password. @returns undefined for a link that opens no account */
export async function consumeRevealLink(
  tx: ChangeTx,
  { key, hash, at }: { key: string; hash: string; at: Date },
): Promise<{ mgrid: string; valid_from: string; valid_until: string } | undefined> {
  const owner = await consumeLinkToken(tx, 'ticket', key, at.getTime());
  if (!owner?.user.active) return undefined;
  const { mgrid, ticketFk, validFrom, validUntil } = owner.user;
  if (ticketFk === null || !validFrom || !validUntil || validUntil <= at) return undefined;
  const [asked] = await tx.select({ by: tickets.requesterFk }).from(tickets).where(eq(tickets.pk, ticketFk));
  if (!asked || !(await readUserRecord(tx, asked.by))?.active) return undefined;
  await storePassword(tx, owner.user, { hash, at });
  const [ticket] = await tx.update(tickets).set({ revealKey: null }).where(eq(tickets.pk, ticketFk)).returning();
  if (!ticket) return undefined;
  // The link is gone from it.
  announceOnCommit(tx, { kind: 'ticket', to: [ticket.requesterFk], pk: ticket.pk, state: ticket.state });
  return { mgrid, valid_from: validFrom.toISOString(), valid_until: validUntil.toISOString() };
}
