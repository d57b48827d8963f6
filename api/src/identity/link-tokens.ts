import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Tx } from '@vigil/shared/platform/db/client';
import { linkTokens, type linkKinds } from '@vigil/shared/platform/db/schema/accounts';
import { users } from '@vigil/shared/platform/db/schema/users';
import { hashToken, randomToken } from '@vigil/shared/platform/tokens';

export type LinkKind = (typeof linkKinds)[number];
type User = typeof users.$inferSelect;

const HOUR_MS = 3_600_000;

/** How long a link is valid. */
const lifeMs: { readonly [K in LinkKind]: number } = {
  verify: 72 * HOUR_MS,
  reset: HOUR_MS,
  unlock: HOUR_MS,
  sign_in: HOUR_MS,
  resend: 24 * HOUR_MS,
};

/** Creates the secret part of a link, and invalidates older links of its kind. Only a hash is stored. */
export async function createLink(tx: Tx, kind: LinkKind, user: User, now: number): Promise<string> {
  const older = and(eq(linkTokens.userFk, user.pk), eq(linkTokens.kind, kind), isNull(linkTokens.usedAt));
  await tx
    .update(linkTokens)
    .set({ expiresAt: new Date(now) })
    .where(older);
  const token = randomToken();
  await tx.insert(linkTokens).values({
    companyFk: user.companyFk,
    userFk: user.pk,
    kind,
    tokenHash: hashToken(token),
    expiresAt: new Date(now + lifeMs[kind]),
  });
  return token;
}

const isToken = (kind: LinkKind, token: string) =>
  and(eq(linkTokens.kind, kind), eq(linkTokens.tokenHash, hashToken(token)));

const isValid = (now: number) => and(isNull(linkTokens.usedAt), gt(linkTokens.expiresAt, new Date(now)));

/** The owner of a valid link, without using it up. */
export async function peekLink(tx: Tx, kind: LinkKind, token: string, now: number): Promise<User | undefined> {
  const [row] = await tx
    .select()
    .from(linkTokens)
    .innerJoin(users, eq(users.pk, linkTokens.userFk))
    .where(and(isToken(kind, token), isValid(now)));
  return row?.users;
}

/** The owner of a link, also of a used or expired one. */
export async function ownerOfLink(tx: Tx, kind: LinkKind, token: string): Promise<User | undefined> {
  const [row] = await tx
    .select()
    .from(linkTokens)
    .innerJoin(users, eq(users.pk, linkTokens.userFk))
    .where(isToken(kind, token));
  return row?.users;
}

/** Uses a link up; of two simultaneous uses one fails. */
export async function takeLink(tx: Tx, kind: LinkKind, token: string, now: number): Promise<User | undefined> {
  const [taken] = await tx
    .update(linkTokens)
    .set({ usedAt: new Date(now) })
    .where(and(isToken(kind, token), isValid(now)))
    .returning({ user: linkTokens.userFk });
  if (!taken) return undefined;
  const [user] = await tx.select().from(users).where(eq(users.pk, taken.user));
  return user;
}
