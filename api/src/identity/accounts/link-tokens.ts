import type { SessionId } from '@vigil/shared/contract/ids';
import { DEFAULT_SIGN_IN_LINK_LIFETIME_S } from '@vigil/shared/contract/limits';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { linkTokens, type LinkKind } from '@vigil/shared/platform/db/schema/accounts';
import { sessions, users } from '@vigil/shared/platform/db/schema/users';
import { hashToken, randomToken } from '@vigil/shared/platform/tokens';
import { revokeLinkTokens } from '@vigil/shared/platform/users/credentials';
import type { User } from '@vigil/shared/platform/users/user-rows';
import { and, eq, gt, isNull, min, not, or, sql } from 'drizzle-orm';

/** The owner of a link, and the address to which it was mailed. */
export interface ResolvedLink {
  readonly user: User;
  readonly address: string;
  /** The session that made a sign-in link; null for one that an operator made. */
  readonly madeBy: SessionId | null;
}

interface LinkRules {
  readonly lifeMs: number;
  /** Void as soon as the password or the address of the account changes. */
  readonly opensAccount: boolean;
  /** A new link of the kind ends the older ones. */
  readonly replacesOlder: boolean;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const rules: { readonly [K in LinkKind]: LinkRules } = {
  verify: { lifeMs: 3 * DAY_MS, opensAccount: false, replacesOlder: true },
  email: { lifeMs: 3 * DAY_MS, opensAccount: false, replacesOlder: true },
  // Otherwise a second change would take away the way back to the first address.
  undo: { lifeMs: 7 * DAY_MS, opensAccount: false, replacesOlder: false },
  reset: { lifeMs: HOUR_MS, opensAccount: true, replacesOlder: true },
  // One is sent when the account is locked, and another one on request: either opens it.
  unlock: { lifeMs: HOUR_MS, opensAccount: true, replacesOlder: false },
  sign_in: { lifeMs: DEFAULT_SIGN_IN_LINK_LIFETIME_S * 1_000, opensAccount: true, replacesOlder: true },
  resend: { lifeMs: DAY_MS, opensAccount: false, replacesOlder: true },
  // Until the account ends, which is known only when the link is made.
  ticket: { lifeMs: 0, opensAccount: true, replacesOlder: true },
};

interface NewLink {
  readonly user: User;
  readonly address?: string;
  readonly until?: Date;
  readonly madeBy?: SessionId;
}

/** Creates the secret part of a link. Only a hash is stored. */
export async function createLinkToken(
  tx: Tx,
  kind: LinkKind,
  { user, address = user.email, until, madeBy }: NewLink,
  now: number,
): Promise<string> {
  if (rules[kind].replacesOlder) await revokeLinkTokens(tx, kind, user, now);
  const token = randomToken();
  await tx.insert(linkTokens).values({
    companyFk: user.companyFk,
    userFk: user.pk,
    kind,
    address,
    credentialVersion: user.credentialVersion,
    tokenHash: hashToken(token),
    sessionFk: madeBy ?? null,
    expiresAt: until ?? new Date(now + rules[kind].lifeMs),
  });
  return token;
}

/**
 * Each change of the e-mail address mails an undo link to the former address. When the change away from `address` is
 * undone, the undo links of later addresses expire, because an intruder may have set those. Links to earlier addresses
 * stay valid. An expired link to `address` does not count as the first one: the mailbox may belong to an intruder by
 * now.
 */
export const expireLaterUndoLinks = (
  tx: Tx,
  { user, address }: Pick<ResolvedLink, 'user' | 'address'>,
  now: number,
) => {
  const isUndo = and(eq(linkTokens.userFk, user.pk), eq(linkTokens.kind, 'undo'));
  const isOfAddress = sql`lower(${linkTokens.address}) = lower(${address})`;
  const first = tx
    .select({ pk: min(linkTokens.pk) })
    .from(linkTokens)
    .where(and(isUndo, isOfAddress, gt(linkTokens.expiresAt, new Date(now))));
  return tx
    .update(linkTokens)
    .set({ expiresAt: new Date(now) })
    .where(and(isUndo, isNull(linkTokens.usedAt), not(isOfAddress), gt(linkTokens.pk, first)));
};

const isToken = (kind: LinkKind, token: string) =>
  and(eq(linkTokens.kind, kind), eq(linkTokens.tokenHash, hashToken(token)));

const currentVersion = sql`(select ${users.credentialVersion} from ${users} where ${users.pk} = ${linkTokens.userFk})`;

const isMadeByOpenSession = (now: number) => sql`exists (
  select 1 from ${sessions}
  where ${sessions.id} = ${linkTokens.sessionFk} and ${sessions.endedAt} is null
    and ${sessions.expiresAt} > ${new Date(now).toISOString()}::timestamptz)`;

const isValid = (kind: LinkKind, now: number) =>
  and(
    isNull(linkTokens.usedAt),
    gt(linkTokens.expiresAt, new Date(now)),
    rules[kind].opensAccount ? eq(linkTokens.credentialVersion, currentVersion) : undefined,
    or(isNull(linkTokens.sessionFk), isMadeByOpenSession(now)),
  );

/** The owner of a valid link, without using it up. */
export async function findValidLinkOwner(
  tx: ReadTx,
  kind: LinkKind,
  token: string,
  now: number,
): Promise<User | undefined> {
  const [row] = await tx
    .select()
    .from(linkTokens)
    .innerJoin(users, eq(users.pk, linkTokens.userFk))
    .where(and(isToken(kind, token), isValid(kind, now)));
  return row?.users;
}

/** The owner of a link, also of a used or expired one. */
export async function findLinkOwner(tx: ReadTx, kind: LinkKind, token: string): Promise<ResolvedLink | undefined> {
  const [row] = await tx
    .select()
    .from(linkTokens)
    .innerJoin(users, eq(users.pk, linkTokens.userFk))
    .where(isToken(kind, token));
  return row && { user: row.users, address: row.link_tokens.address, madeBy: row.link_tokens.sessionFk };
}

/** Uses a link up; of two simultaneous uses one fails. */
export async function consumeLinkToken(
  tx: Tx,
  kind: LinkKind,
  token: string,
  now: number,
): Promise<ResolvedLink | undefined> {
  const [taken] = await tx
    .update(linkTokens)
    .set({ usedAt: new Date(now) })
    .where(and(isToken(kind, token), isValid(kind, now)))
    .returning({
      user: linkTokens.userFk,
      address: linkTokens.address,
      madeBy: linkTokens.sessionFk,
      version: linkTokens.credentialVersion,
    });
  if (!taken) return undefined;
  // Locked, so that of several changes of the account the later one knows the earlier one.
  const [user] = await tx.select().from(users).where(eq(users.pk, taken.user)).for('update');
  // Another change may have been under way when the link was found to be valid.
  if (!user || (rules[kind].opensAccount && user.credentialVersion !== taken.version)) return undefined;
  return { user, address: taken.address, madeBy: taken.madeBy };
}
