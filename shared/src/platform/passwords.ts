import { hash, verify } from '@node-rs/argon2';

// OWASP's minimum for Argon2id: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Argon2id, salted; passwords are trimmed before anything else (spec 2 §5). */
export const hashPassword = (password: string): Promise<string> => hash(password.trim(), cost);

let decoy: Promise<string> | undefined;

/** Compares in the same time whether or not there is such a user: without a hash it checks against a decoy. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  decoy ??= hashPassword('no such user');
  // Awaited for both: the first call after a start would else tell by its time that there is no such user.
  const instead = await decoy;
  const matches = await verify(stored ?? instead, password.trim());
  return stored !== undefined && matches;
}
