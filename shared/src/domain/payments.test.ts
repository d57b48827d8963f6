import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paymentStates, type PaymentState } from '../contract/http/payments.ts';
import { canPaymentBecome, isPaymentOpen, isWithdrawable, withdrawableUntil } from './payments.ts';

const paths = fc.array(fc.constantFrom(...paymentStates), { maxLength: 30 });

test('whatever is reported in whatever order, a payment is paid once at most, and is withdrawn only after it was paid', () => {
  fc.assert(
    fc.property(paths, (reported) => {
      let state: PaymentState = 'draft';
      const entered: PaymentState[] = [];
      for (const wanted of reported) {
        if (!canPaymentBecome(state, wanted)) continue;
        state = wanted;
        entered.push(wanted);
      }
      expect(entered.filter((one) => one === 'paid').length).toBeLessThanOrEqual(1);
      if (entered.includes('withdrawn')) expect(entered.indexOf('paid')).toBe(entered.length - 2);
      for (const end of ['failed', 'cancelled', 'lapsed'] as const)
        if (entered.includes(end)) expect([state, entered.includes('paid')]).toEqual([end, false]);
    }),
  );
});

test('only a draft and a payment that waits are open', () => {
  expect(paymentStates.filter(isPaymentOpen)).toEqual(['draft', 'waiting']);
});

test('a purchase is withdrawn within seven days, to the millisecond', () => {
  const paidAt = new Date('2026-03-01T12:00:00Z');
  const last = withdrawableUntil(paidAt);
  expect(last.toISOString()).toBe('2026-03-08T12:00:00.000Z');
  expect(isWithdrawable({ state: 'paid', paidAt }, last)).toBe(true);
  expect(isWithdrawable({ state: 'paid', paidAt }, new Date(last.getTime() + 1))).toBe(false);
  expect(isWithdrawable({ state: 'withdrawn', paidAt }, paidAt)).toBe(false);
});
