import { CompanyPk } from '@vigil/shared/contract/ids';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFrameSlowdownCalculator, fairShares, slowdownFor, type BrowserFrameBudget } from './frame-budget.ts';

const own = CompanyPk.parse(1);
const other = CompanyPk.parse(2);
const COMPANY_LIMIT = 2_000_000;
const limits = { browser: 1_000_000, company: () => COMPANY_LIMIT, gateway: 3_000_000 };

/** Requests of one browser: frames of 98,000 bytes, of which each costs 100,000. */
interface Load {
  readonly frames: BrowserFrameBudget;
  readonly normal: number;
  readonly urgent?: number;
}

/** Sends what the requests ask for, as slowly as the budget says. @returns bytes a second of each browser at the end */
function run(budget: ReturnType<typeof createFrameSlowdownCalculator>, loads: readonly Load[], rounds = 60): number[] {
  const rest = loads.map(() => ({ normal: 0, urgent: 0 }));
  let rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    rates = loads.map(({ frames, normal, urgent = 0 }, index) => {
      let sent = 0;
      for (const [kind, perSecond] of [
        ['normal', normal],
        ['urgent', urgent],
      ] as const) {
        const due = (rest[index]?.[kind] ?? 0) + (perSecond * 2) / frames.slowdown[kind];
        for (let n = 0; n < Math.floor(due); n += 1) frames.count(98_000, kind === 'urgent');
        sent += Math.floor(due) * 100_000;
        const left = rest[index];
        if (left) left[kind] = due % 1;
      }
      return sent / 2;
    });
    budget.update(2);
  }
  return rates;
}

test('a budget is shared so that small demands are met and the others get the same', () => {
  expect(fairShares(100, [10, 200, 25, 300])).toEqual([10, 32.5, 25, 32.5]);
});

test('what is within the limits is not slowed down', () => {
  const budget = createFrameSlowdownCalculator(limits);
  const frames = budget.open(own);
  expect(run(budget, [{ frames, normal: 9 }])).toEqual([900_000]);
  expect(budget.slowdown).toBe(1);
});

test('a browser over its limit gets about the limit, and recovers when it asks for less', () => {
  const budget = createFrameSlowdownCalculator(limits);
  const frames = budget.open(own);
  const [rate = 0] = run(budget, [{ frames, normal: 80 }]);
  expect(rate).toBeGreaterThan(700_000);
  expect(rate).toBeLessThan(1_300_000);
  run(budget, [{ frames, normal: 2 }]);
  expect(frames.slowdown).toEqual({ urgent: 1, normal: 1 });
});

test('a company with a limit of its own is slowed down by it, the others by that of the server', () => {
  const budget = createFrameSlowdownCalculator({
    ...limits,
    company: (company) => (company === own ? 200_000 : COMPANY_LIMIT),
  });
  const [limited, free] = [own, other].map((company) => budget.open(company));
  for (const frames of [limited, free]) frames?.count(800_000, false);
  budget.update(1);
  expect(limited?.slowdown.normal).toBeGreaterThan(1);
  expect(free?.slowdown.normal).toBe(1);
});

test('a flood of one company leaves the frames of another as they are', () => {
  const budget = createFrameSlowdownCalculator(limits);
  const flood = Array.from({ length: 10 }, () => ({ frames: budget.open(own), normal: 50 }));
  const quiet = { frames: budget.open(other), normal: 8 };
  const rates = run(budget, [...flood, quiet]);
  expect(rates.at(-1)).toBe(800_000);
  expect(rates.slice(0, -1).reduce((total, rate) => total + rate, 0)).toBeLessThan(COMPANY_LIMIT * 1.3);
});

test('urgent requests are slowed down last, and the others do not stop', () => {
  const budget = createFrameSlowdownCalculator(limits);
  const frames = budget.open(own);
  run(budget, [{ frames, normal: 40, urgent: 5 }]);
  expect(frames.slowdown.urgent).toBe(1);
  expect(frames.slowdown.normal).toBeGreaterThan(4);
  run(budget, [{ frames, normal: 40, urgent: 40 }]);
  expect(frames.slowdown.urgent).toBeGreaterThan(3);
  expect(frames.slowdown.normal).toBeLessThan(100);
});

test('shares never exceed the budget or a demand, and nothing is left over while a demand is not met', () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 20 }), (budget, demands) => {
      const shares = fairShares(budget, demands);
      const total = shares.reduce((sum, share) => sum + share, 0);
      const wanted = demands.reduce((sum, demand) => sum + demand, 0);
      expect(total).toBeCloseTo(Math.min(budget, wanted), 3);
      for (const [index, share] of shares.entries()) expect(share).toBeLessThanOrEqual(demands[index] ?? 0);
    }),
  );
});

test('what a slowdown leaves of two demands fits the budget, but for one step', () => {
  const amount = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(amount, amount, amount, (budget, urgent, normal) => {
      const slowdown = slowdownFor(budget, { urgent, normal });
      expect(urgent / slowdown.urgent + normal / slowdown.normal).toBeLessThanOrEqual(budget * 1.13);
      expect(Math.min(slowdown.urgent, slowdown.normal)).toBeGreaterThanOrEqual(1);
    }),
  );
});
