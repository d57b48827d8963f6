import { setTimeout } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import { Problem } from '../contract/problems.ts';

export interface PasswordCost {
  /** KiB */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. No setting changes it; only tests pass a lower one. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** `known`: has a session, or signed in from the same network lately. */
export type PasswordAsker = 'known' | 'stranger';

/**
 * How many people wait for a password to be checked or stored, in one process, when another one may join. Each hash
 * takes a processor for a while, so that a long queue would delay everybody; strangers leave a share of it, so that
 * they keep nobody out who was in before.
 */
const mostWaiting: Readonly<Record<PasswordAsker, number>> = { known: 32, stranger: 24 };
const RETRY_AFTER_S = 3;

let waiting = 0;

/** A place among those who wait, until it is disposed of. @throws Problem `passwords_busy` */
export function takePasswordPlace(asker: PasswordAsker): Disposable {
  if (waiting >= mostWaiting[asker]) throw new Problem('passwords_busy', { retryAfter: RETRY_AFTER_S });
  waiting += 1;
  let isTaken = true;
  return {
    [Symbol.dispose]() {
      if (isTaken) waiting -= 1;
      isTaken = false;
    },
  };
}

/** Argon2id with a salt. Passwords are trimmed first (spec 2 §5). @throws Problem `passwords_busy` */
export async function hashPassword(
  password: string,
  cost = PASSWORD_COST,
  asker: PasswordAsker = 'known',
): Promise<string> {
  using _place = takePasswordPlace(asker);
  return await hash(password.trim(), cost);
}

const CHECK_AGAIN_MS = 5;
/** However many people sign in, an import goes on. */
const YIELD_AT_MOST_MS = 250;

async function untilNoneWaits(): Promise<void> {
  const until = performance.now() + YIELD_AT_MOST_MS;
  while (waiting > 0 && performance.now() < until) await setTimeout(CHECK_AGAIN_MS);
}

let lane: Promise<unknown> = Promise.resolve();

/** The same for many passwords at once: one at a time in a process, and after the people who wait. */
export function hashBulkPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  const turn = lane.then(async () => {
    await untilNoneWaits();
    return hash(password.trim(), cost);
  });
  lane = turn.catch(() => undefined);
  return turn;
}

let decoy: Promise<string> | undefined;

/**
 * Compares in constant time: without a stored hash, as for an unknown user, it checks against a decoy.
 * @param place of who asks; it is given back @throws Problem `passwords_busy`
 */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
  place = takePasswordPlace('known'),
): Promise<boolean> {
  using _place = place;
  decoy ??= hash('no such user', PASSWORD_COST);
  // Awaited in both cases; otherwise the first call after a start would reveal unknown users by its duration.
  const decoyHash = await decoy;
  const matches = await verify(stored ?? decoyHash, password.trim());
  return stored !== undefined && matches;
}
