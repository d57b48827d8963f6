import type { SystemDatabase, Tx } from '@vigil/shared/platform/db/client';
import { expect } from 'vitest';
import { within } from './within.ts';

/** Runs work while another transaction holds rows, and lets that one end without a change. */
export async function whileHeld<T>(
  database: SystemDatabase,
  hold: (tx: Tx) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const rolledBack = new Error('rolled back');
  let outcome: Promise<T> | undefined;
  const holding = database.asSystem(async (tx) => {
    await hold(tx);
    outcome = work();
    await within('the work does not wait for the rows', outcome, { timeout: 10_000 });
    throw rolledBack;
  });
  await expect(holding).rejects.toBe(rolledBack);
  return outcome!;
}
