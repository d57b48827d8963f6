import { randomInt } from 'node:crypto';
import type { UserPk } from '@vigil/shared/contract/ids';
import type { Tx } from '@vigil/shared/platform/db/client';
import { recoveryCodes } from '@vigil/shared/platform/db/schema/accounts';
import { users } from '@vigil/shared/platform/db/schema/users';
import type { SymmetricKey } from '@vigil/shared/platform/key-ring';
import { keyedHashes, openSecret, sealSecret } from '@vigil/shared/platform/secret-box';
import type { User } from '@vigil/shared/platform/users/user-rows';
import { and, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { generateSecret, generateURI, verify } from 'otplib';

const ISSUER = 'Vigil';
/** One time step either way: clocks of telephones are seldom further off. */
const TOLERANCE_S = 30;
const RECOVERY_CODES = 10;
/** Without I, O, 0 and 1, which people take for one another. */
const RECOVERY_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

type Keys = readonly SymmetricKey[];

const contextOf = (user: User) => `otp:${user.pk}`;

/** A set-up of an authenticator that waits for its first right code. */
export interface PreparedAuthenticator {
  /** Encrypted. It becomes the user's with the first right code, so that two set-ups never share one. */
  readonly sealedSecret: string;
  /** The text of the picture: `otpauth://…`. */
  readonly uri: string;
}

export function prepareAuthenticator(keys: Keys, user: User): PreparedAuthenticator {
  const secret = generateSecret();
  return {
    sealedSecret: sealSecret(keys, secret, contextOf(user)),
    uri: generateURI({ issuer: ISSUER, label: user.mgrid, secret }),
  };
}

interface CodeUse {
  readonly code: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Whether a code is valid now and was not used before. Of two simultaneous uses one fails. */
export async function consumeOneTimeCode(
  tx: Tx,
  keys: Keys,
  user: User,
  use: CodeUse & { prepared: string | null },
): Promise<boolean> {
  if (user.otpConfirmedAt === null)
    return use.prepared !== null && confirmAuthenticator(tx, keys, user, { ...use, prepared: use.prepared });
  if (user.otpSecret === null) return false;
  const step = await timeStepOf(keys, user, user.otpSecret, use);
  if (step === null) return false;
  const unused = and(eq(users.otpSecret, user.otpSecret), or(isNull(users.otpLastStep), lt(users.otpLastStep, step)));
  const taken = await tx
    .update(users)
    .set({ otpLastStep: step })
    .where(and(eq(users.pk, user.pk), unused))
    .returning({ pk: users.pk });
  return taken.length > 0;
}

/**
 * The first right code of a prepared authenticator makes it the user's, in place of the one that `user` has. Returns
 * false for a wrong code, and if another set-up was confirmed since `user` was read, or the account has another
 * password or address.
 */
export async function confirmAuthenticator(
  tx: Tx,
  keys: Keys,
  user: User,
  use: CodeUse & { prepared: string },
): Promise<boolean> {
  const step = await timeStepOf(keys, user, use.prepared, use);
  if (step === null) return false;
  const unchanged =
    user.otpConfirmedAt === null ? isNull(users.otpConfirmedAt) : eq(users.otpConfirmedAt, user.otpConfirmedAt);
  const taken = await tx
    .update(users)
    // Also where the company demanded it and the user had not chosen it.
    .set({ otpSecret: use.prepared, otpLastStep: step, otpConfirmedAt: new Date(use.now), flagUseOtp: 1 })
    .where(and(eq(users.pk, user.pk), eq(users.credentialVersion, user.credentialVersion), unchanged))
    .returning({ pk: users.pk });
  return taken.length > 0;
}

/** The time step for which a code is valid, or null for a wrong code. */
async function timeStepOf(keys: Keys, user: User, sealedSecret: string, use: CodeUse): Promise<number | null> {
  const result = await verify({
    secret: openSecret(keys, sealedSecret, contextOf(user)),
    token: use.code,
    epoch: Math.floor(use.now / 1_000),
    epochTolerance: TOLERANCE_S,
  });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/** Uses a recovery code up; returns whether it was one of the user's unused codes. */
export async function consumeRecoveryCode(
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
    .returning({ keptAt: recoveryCodes.keptAt });
  const [code] = taken;
  if (code?.keptAt === null) await confirmRecoveryCodes(tx, user.pk, new Date(use.now));
  return code !== undefined;
}

const recoveryText = (user: User, code: string) => `recovery:${user.pk}:${code}`;

function createRecoveryCode(): string {
  const half = () => Array.from({ length: 5 }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join('');
  return `${half()}-${half()}`;
}

/**
 * Creates recovery codes. Those of before are valid until the user has kept the new ones, so that a dialog that is
 * closed too early leaves no user without codes. Only hashes are stored, so the codes cannot be read later.
 */
export async function createUnconfirmedRecoveryCodes(tx: Tx, keys: Keys, user: User): Promise<string[]> {
  await tx.delete(recoveryCodes).where(and(eq(recoveryCodes.userFk, user.pk), isNull(recoveryCodes.keptAt)));
  const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode);
  const rows = codes.map((code) => ({
    companyFk: user.companyFk,
    userFk: user.pk,
    hash: keyedHashes(keys, recoveryText(user, code))[0],
  }));
  await tx.insert(recoveryCodes).values(rows);
  return codes;
}

/** The user has the newest recovery codes; those of before are void. */
export async function confirmRecoveryCodes(tx: Tx, user: UserPk, at: Date): Promise<void> {
  const fresh = and(eq(recoveryCodes.userFk, user), isNull(recoveryCodes.keptAt));
  const before = and(eq(recoveryCodes.userFk, user), isNotNull(recoveryCodes.keptAt));
  if ((await tx.select({ pk: recoveryCodes.pk }).from(recoveryCodes).where(fresh).limit(1)).length === 0) return;
  await tx.delete(recoveryCodes).where(before);
  await tx.update(recoveryCodes).set({ keptAt: at }).where(fresh);
}
