import { hash, verify } from '@node-rs/argon2';

// OWASP's minimum for Argon2id: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Argon2id with a salt. Passwords are trimmed first (spec 2 §5). */
export const hashPassword = (password: string): Promise<string> => hash(password.trim(), cost);

let decoy: Promise<string> | undefined;

/** Compares in constant time: without a stored hash, as for an unknown user, it checks against a decoy. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  decoy ??= hashPassword('no such user');
  // Awaited in both cases; otherwise the first call after a start would reveal unknown users by its duration.
  const decoyHash = await decoy;
  const matches = await verify(stored ?? decoyHash, password.trim());
  return stored !== undefined && matches;
}
