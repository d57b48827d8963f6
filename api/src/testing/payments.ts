import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import { createPayment, readPayment, readQuote } from '@vigil/shared/contract/http/payments';
import { callbackPath } from '../payments/providers/callback-path.ts';
import type { PaymentNotification } from '../payments/providers/provider.ts';
import { signNotification, SIGNATURE_HEADER } from '../payments/providers/signature.ts';
import type { TestApi } from './test-api.ts';

type Item = BodyOf<typeof createPayment>['items'][number];

/** Orders what is asked for at its price. */
export async function order(api: TestApi, token: string, wanted: Partial<Item> = {}) {
  const item = { ref: null, type: 'Corporate' as const, vol: 5, period: 1, ...wanted };
  const { ref, ...query } = item;
  const quote = await api.call(token, readQuote, {
    query: {
      type: query.type,
      vol: String(query.vol),
      period: String(query.period),
      ...(ref === null ? {} : { ref: String(ref) }),
    },
  });
  const reply = await api.call(token, createPayment, { body: { items: [item], total: quote.objects.total } });
  return { ...reply.objects, total: quote.objects.total };
}

export type Order = Awaited<ReturnType<typeof order>>;

interface Delivery {
  readonly at?: number;
  readonly signature?: string;
  readonly body?: string;
}

export const notificationOf = ({ id, total }: Order, more: Partial<PaymentNotification> = {}): PaymentNotification => ({
  id: randomUUID(),
  payment: id,
  outcome: 'paid',
  method: 'SC0010',
  amount: total,
  ...more,
});

/** Calls back as the provider would. */
export async function notify(
  api: Pick<TestApi, 'app' | 'deps'>,
  notification: PaymentNotification,
  { at = api.deps.now(), body = JSON.stringify(notification), signature }: Delivery = {},
) {
  const signed = signature ?? signNotification(api.deps.keyRing.secret, JSON.stringify(notification), at);
  const reply = await api.app.inject({
    method: 'POST',
    url: callbackPath('sandbox'),
    headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signed },
    payload: body,
  });
  const answer = reply.json<{ objects?: { state: string }; error?: { code: string } }>();
  return answer.objects?.state ?? answer.error?.code ?? String(reply.statusCode);
}

export const stateOf = async (api: TestApi, token: string, { id }: Pick<Order, 'id'>) =>
  (await api.call(token, readPayment, { params: { id } })).objects;
