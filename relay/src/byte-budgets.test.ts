import { CompanyPk } from '@vigil/shared/contract/ids';
import { createMetrics } from '@vigil/shared/platform/metrics';
import { expect, test } from 'vitest';
import { createByteBudgets } from './byte-budgets.ts';
import type { RelayConfig } from './config.ts';

const MB = 1_000_000;
const [ours, theirs] = [CompanyPk.parse(1), CompanyPk.parse(2)];

/** Eight megabytes a second a session, 32 a company; each may have those of two seconds at once. */
function start() {
  const clock = { ms: 0 };
  const config = { RELAY_MB_PER_SESSION: 8, RELAY_MB_PER_COMPANY: 32 } as RelayConfig;
  const budgets = createByteBudgets(config, { metrics: createMetrics('test'), now: () => clock.ms });
  return { clock, budgets };
}

test('[RELAY-9] a session waits once it has sent what it may send at once, and no longer than its debt', () => {
  const { clock, budgets } = start();
  const session = budgets.ofSession(ours);
  expect(session.spend(16 * MB)).toBe(0);
  expect(session.spend(4 * MB)).toBe(500);
  clock.ms += 500;
  expect(session.spend(0)).toBe(0);
});

test('[RELAY-9] the sessions of a company share its budget, and those of others have their own', () => {
  const { clock, budgets } = start();
  for (let session = 0; session < 4; session += 1) expect(budgets.ofSession(ours).spend(15 * MB)).toBe(0);
  const fifth = budgets.ofSession(ours);
  expect(fifth.spend(12 * MB)).toBe(250);
  expect(budgets.ofSession(theirs).spend(15 * MB)).toBe(0);
  clock.ms += 250;
  expect(fifth.spend(0)).toBe(0);
});

test('[RELAY-9] what viewers send waits for no picture, neither of its session nor of its company', () => {
  const { budgets } = start();
  const sessions = Array.from({ length: 5 }, () => budgets.ofSession(ours));
  for (const session of sessions) session.spend(20 * MB);
  for (const session of sessions) expect(session.spendInput(1_000)).toBe(0);
  expect(sessions[0]?.spendInput(17 * MB)).toBeGreaterThan(0);
});
