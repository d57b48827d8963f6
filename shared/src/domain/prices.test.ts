import fc from 'fast-check';
import { expect, test } from 'vitest';
import { soldLicenceTypes } from '../contract/http/payments.ts';
import { MAX_LICENCE_DEVICES, MAX_LICENCE_MONTHS } from '../contract/limits.ts';
import { parseAgreedPrice, priceOf, unitPrice } from './prices.ts';

const priced = {
  unit: fc.integer({ min: 1, max: 9_999_999 }),
  volume: fc.integer({ min: 1, max: MAX_LICENCE_DEVICES }),
  months: fc.integer({ min: 1, max: MAX_LICENCE_MONTHS }),
};

/** Month by month: each costs the same, and with each full year one becomes free, with the first of them two. */
function plainModel({ unit, volume, months }: { unit: number; volume: number; months: number }) {
  let [full, free] = [0n, 0n];
  for (let month = 1; month <= months; month += 1) {
    full += BigInt(unit) * BigInt(volume);
    if (month % 12 === 0) free += BigInt(unit) * BigInt(volume) * (month === 12 ? 2n : 1n);
  }
  return { full, free, total: full - free };
}

test('a price is that of the months, without the free ones', () => {
  fc.assert(
    fc.property(fc.record(priced), (licence) => {
      const { fullPay, discount, total } = priceOf(licence);
      expect({ full: BigInt(fullPay), free: BigInt(discount), total: BigInt(total) }).toEqual(plainModel(licence));
    }),
  );
});

test('a price is a whole, positive number that the lines add up to, and a discount is no more than the rest', () => {
  fc.assert(
    fc.property(fc.record(priced), (licence) => {
      const { lines, fullPay, discount, total } = priceOf(licence);
      expect(Number.isSafeInteger(fullPay) && total > 0).toBe(true);
      expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
      expect(discount).toBeLessThan(total);
      expect(lines).toHaveLength(licence.months < 12 ? 1 : 2);
    }),
  );
});

test.each([
  [1, 5, 22_500, 0],
  [11, 5, 247_500, 0],
  [12, 5, 270_000, 45_000],
  [23, 5, 517_500, 45_000],
  [24, 5, 540_000, 67_500],
  [36, 5, 810_000, 90_000],
])('%i months of %i devices with Corporate cost %i less %i WON', (months, volume, full, off) => {
  const { fullPay, discount } = priceOf({ unit: unitPrice('Corporate', null), volume, months });
  expect([fullPay, discount]).toEqual([full, off]);
});

test('the price that was agreed with a company is for both types', () => {
  const agreed = parseAgreedPrice(' Partner | 1800'.replace('| ', '|'));
  expect(agreed).toEqual({ name: 'Partner', unit: 1_800 });
  expect(soldLicenceTypes.map((type) => unitPrice(type, agreed))).toEqual([1_800, 1_800]);
  expect(soldLicenceTypes.map((type) => unitPrice(type, null))).toEqual([2_500, 4_500]);
});

test.each([
  '',
  'Partner',
  'Partner|',
  '|1800',
  'Partner|0',
  'Partner|-5',
  'Partner|1.5',
  'Partner|1,800',
  'a|b|5',
  'x|1e3',
])('no price is read from "%s"', (text) => {
  expect(parseAgreedPrice(text)).toBeNull();
});
