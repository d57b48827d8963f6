import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chargeTokensWaitMs, fullBucket, scaleRate, takeTokenWaitMs } from './token-bucket.ts';

const rate = fc.record({
  perSecond: fc.double({ min: 0.01, max: 100, noNaN: true }),
  burst: fc.integer({ min: 1, max: 50 }),
});
const steps = fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 200 });

test('[BUDGET-1] never more than the reserve and what the time refilled', () => {
  fc.assert(
    fc.property(rate, steps, (limit, pauses) => {
      const bucket = fullBucket(limit, 0);
      let [now, taken] = [0, 0];
      for (const pause of pauses) {
        now += pause;
        if (takeTokenWaitMs(bucket, limit, now) === 0) taken += 1;
      }
      expect(taken).toBeLessThanOrEqual(limit.burst + (now / 1_000) * limit.perSecond + 1e-6);
    }),
    { seed: 20_261_122 },
  );
});

test('a refused message is accepted after the time that the refusal names', () => {
  fc.assert(
    fc.property(rate, (limit) => {
      const bucket = fullBucket(limit, 0);
      while (takeTokenWaitMs(bucket, limit, 0) === 0);
      expect(takeTokenWaitMs(bucket, limit, takeTokenWaitMs(bucket, limit, 0) + 1)).toBe(0);
    }),
    { seed: 20_261_122 },
  );
});

test('a debt is paid after the time that it names; a clock that goes back refills nothing', () => {
  const limit = { perSecond: 10, burst: 20 };
  const bucket = fullBucket(limit, 1_000);
  expect(chargeTokensWaitMs(bucket, limit, { cost: 20, now: 1_000 })).toBe(0);
  expect(chargeTokensWaitMs(bucket, limit, { cost: 5, now: 1_000 })).toBe(500);
  expect(chargeTokensWaitMs(bucket, limit, { cost: 0, now: 500 })).toBe(500);
  expect(chargeTokensWaitMs(bucket, limit, { cost: 0, now: 1_000 })).toBe(0);
});

test('a small factor makes a rate slow, and never stops it', () => {
  const slow = scaleRate({ perSecond: 1 / 60, burst: 3 }, 0.05);
  const bucket = fullBucket(slow, 0);
  expect(takeTokenWaitMs(bucket, slow, 0)).toBe(0);
  const wait = takeTokenWaitMs(bucket, slow, 1);
  expect(takeTokenWaitMs(bucket, slow, 1 + wait)).toBe(0);
});
