import { cancelPayment, withdrawPayment, type PaymentState } from '@vigil/shared/contract/http/payments';
import { licences } from '@vigil/shared/platform/db/schema/companies';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { notificationOf, notify, order, stateOf } from '../../testing/payments.ts';
import { addCompany } from '../../testing/world.ts';

const test = apiTest({ PAYMENT_PROVIDER: 'sandbox' });

const RUNS = 15;
const MAX_STEPS = 7;

/** What a provider reports by a method, or what the buyer does. */
const steps = fc.oneof(
  fc.record({
    outcome: fc.constantFrom('paid', 'pending', 'failed', 'cancelled'),
    method: fc.constantFrom('SC0010', 'SC0030', 'SC0060'),
  }),
  fc.constantFrom('cancel', 'withdraw', 'repeat'),
);
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

interface Model {
  state: PaymentState;
  isTransfer: boolean;
}

/** The life of a payment, written down once more. */
function applyStep({ state, isTransfer }: Model, step: Step): Model {
  if (step === 'repeat') return { state, isTransfer };
  if (step === 'withdraw') return { state: state === 'paid' ? 'withdrawn' : state, isTransfer };
  if (state !== 'waiting') return { state, isTransfer };
  if (step === 'cancel') return { state: 'cancelled', isTransfer };
  if (step.outcome === 'paid') return { state: 'paid', isTransfer };
  if (step.outcome === 'pending') return { state, isTransfer: step.method === 'SC0030' };
  return isTransfer && step.method !== 'SC0030' ? { state, isTransfer } : { state: step.outcome, isTransfer };
}

test('whatever becomes of an order, in whatever order, it gives one licence if it was paid, and none otherwise', async ({
  api,
}) => {
  const licencesOf = (id: Awaited<ReturnType<typeof order>>['id']) =>
    api.deps.database.asSystem((tx) => tx.$count(licences, eq(licences.paymentFk, id)));
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: MAX_STEPS }), async (drawn) => {
      const company = await addCompany(api);
      const ordered = await order(api, company.admin);
      const params = { id: ordered.id };
      let model: Model = { state: 'waiting', isTransfer: false };
      let last = null as ReturnType<typeof notificationOf> | null;
      let wasPaid = false;
      for (const step of drawn) {
        if (step === 'cancel') await api.call(company.admin, cancelPayment, { params });
        else if (step === 'withdraw') await api.call(company.admin, withdrawPayment, { params });
        else {
          if (step !== 'repeat') last = notificationOf(ordered, step);
          if (last) await notify(api, last);
        }
        model = applyStep(model, step);
        wasPaid ||= model.state === 'paid';
        expect((await stateOf(api, company.admin, ordered)).state).toBe(model.state);
        expect(await licencesOf(ordered.id)).toBe(wasPaid ? 1 : 0);
      }
    }),
    { numRuns: RUNS },
  );
});
