import { setTimeout } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';

export interface PasswordCost {
  /** KiB */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. No setting changes it; only tests pass a lower one. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** How many people wait for a password to be checked or stored. */
let waiting = 0;

async function forPerson<T>(work: () => Promise<T>): Promise<T> {
  waiting += 1;
  try {
    return await work();
  } finally {
    waiting -= 1;
  }
}

/** Argon2id with a salt. Passwords are trimmed first (spec 2 §5). */
export const trimAndHashPassword = (password: string, cost = PASSWORD_COST): Promise<string> =>
  forPerson(() => hash(password.trim(), cost));

const CHECK_AGAIN_MS = 5;
/** However many people sign in, an import goes on. */
const YIELD_AT_MOST_MS = 250;

async function untilNoneWaits(): Promise<void> {
  const until = performance.now() + YIELD_AT_MOST_MS;
  while (waiting > 0 && performance.now() < until) await setTimeout(CHECK_AGAIN_MS);
}

let lane: Promise<unknown> = Promise.resolve();

/** The same for many passwords at once: one at a time in a process, and after the people who wait. */
export function hashPasswordWithLowPriority(password: string, cost = PASSWORD_COST): Promise<string> {
  const turn = lane.then(async () => {
    await untilNoneWaits();
    return hash(password.trim(), cost);
  });
  lane = turn.catch(() => undefined);
  return turn;
}

let decoy: Promise<string> | undefined;

/** Compares in constant time: without a stored hash, as for an unknown user, it checks against a decoy. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  decoy ??= trimAndHashPassword('no such user');
  // Awaited in both cases; otherwise the first call after a start would reveal unknown users by its duration.
  const decoyHash = await decoy;
  const matches = await forPerson(() => verify(stored ?? decoyHash, password.trim()));
  return stored !== undefined && matches;
}
