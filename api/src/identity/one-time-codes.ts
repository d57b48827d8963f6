import type { UserPk } from '@vigil/shared/contract/ids';
import { randomInt } from 'node:crypto';
import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm';
import { generateSecret, generateURI, verify } from 'otplib';
import type { Tx } from '@vigil/shared/platform/db/client';
import { recoveryCodes } from '@vigil/shared/platform/db/schema/accounts';
import { users } from '@vigil/shared/platform/db/schema/users';
import type { SecretKey } from '@vigil/shared/platform/key-ring';
import { keyedHashes, openSecret, sealSecret } from '@vigil/shared/platform/secret-box';
import type { User } from './accounts.ts';

const ISSUER = 'Vigil';
/** One time step either way: clocks of telephones are seldom further off. */
const TOLERANCE_S = 30;
const RECOVERY_CODES = 10;
/** Without I, O, 0 and 1, which people take for one another. */
const RECOVERY_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

type Keys = readonly SecretKey[];

const contextOf = (user: User) => `otp:${user.pk}`;

/** The text of the picture that sets an authenticator up; it stays the same until the first right code. */
export async function prepareAuthenticator(tx: Tx, keys: Keys, user: User): Promise<string> {
  const secret = user.otpSecret === null ? generateSecret() : openSecret(keys, user.otpSecret, contextOf(user));
  if (user.otpSecret === null) {
    const otpSecret = sealSecret(keys, secret, contextOf(user));
    await tx.update(users).set({ otpSecret, otpLastStep: null }).where(eq(users.pk, user.pk));
  }
  return generateURI({ issuer: ISSUER, label: user.mgrid, secret });
}

/** Whether a code is valid now and was not used before. Of two simultaneous uses one fails. */
export async function useOneTimeCode(
  tx: Tx,
  keys: Keys,
  user: User,
  use: { code: string; now: number },
): Promise<boolean> {
  if (user.otpSecret === null) return false;
  const result = await verify({
    secret: openSecret(keys, user.otpSecret, contextOf(user)),
    token: use.code,
    epoch: Math.floor(use.now / 1_000),
    epochTolerance: TOLERANCE_S,
  });
  if (!result.valid || !('timeStep' in result)) return false;
  const unused = or(isNull(users.otpLastStep), lt(users.otpLastStep, result.timeStep));
  const taken = await tx
    .update(users)
    .set({ otpLastStep: result.timeStep, otpConfirmedAt: user.otpConfirmedAt ?? new Date(use.now) })
    .where(and(eq(users.pk, user.pk), unused))
    .returning({ pk: users.pk });
  return taken.length > 0;
}

/** Uses a recovery code up; returns whether it was one of the user's unused codes. */
export async function useRecoveryCode(
  tx: Tx,
  keys: Keys,
  user: User,
  use: { code: string; now: number },
): Promise<boolean> {
  const hashes = [...keyedHashes(keys, recoveryText(user, use.code))];
  const own = and(eq(recoveryCodes.userFk, user.pk), inArray(recoveryCodes.hash, hashes), isNull(recoveryCodes.usedAt));
  const taken = await tx
    .update(recoveryCodes)
    .set({ usedAt: new Date(use.now) })
    .where(own)
    .returning({ pk: recoveryCodes.pk });
  return taken.length > 0;
}

const recoveryText = (user: User, code: string) => `recovery:${user.pk}:${code}`;

function createRecoveryCode(): string {
  const half = () => Array.from({ length: 5 }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join('');
  return `${half()}-${half()}`;
}

/** Replaces the recovery codes. Only hashes are kept, so the codes cannot be read later. */
export async function renewRecoveryCodes(tx: Tx, keys: Keys, user: User): Promise<string[]> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userFk, user.pk));
  const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode);
  const rows = codes.map((code) => ({
    companyFk: user.companyFk,
    userFk: user.pk,
    hash: keyedHashes(keys, recoveryText(user, code))[0],
  }));
  await tx.insert(recoveryCodes).values(rows);
  return codes;
}

/** Removes the authenticator and its recovery codes; the next sign-in sets up a new one. */
export async function forgetAuthenticator(tx: Tx, user: UserPk): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userFk, user));
  await tx.update(users).set({ otpSecret: null, otpConfirmedAt: null, otpLastStep: null }).where(eq(users.pk, user));
}
