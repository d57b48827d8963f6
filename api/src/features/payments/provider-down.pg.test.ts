import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { continuePayment } from '@vigil/shared/contract/http/payments';
import { payments } from '@vigil/shared/platform/db/schema/payments';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { PaymentProvider } from '../../payments/providers/provider.ts';
import { apiTest } from '../../testing/fixture.ts';
import { order, stateOf } from '../../testing/payments.ts';
import { openWindow } from './service.ts';

const test = apiTest({ PAYMENT_PROVIDER: 'sandbox' });

async function startProvider(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const provider: PaymentProvider = {
    name: 'remote',
    async open() {
      const reply = await fetch(`http://127.0.0.1:${port}/orders`, { method: 'POST' });
      if (!reply.ok) throw new Error(`the provider answered with ${reply.status}`);
      return { windowUrl: await reply.text() };
    },
    readNotification() {
      throw new Error('not called');
    },
  };
  return {
    provider,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

test('an order is kept while the provider is away, fails or does not answer, and is continued afterwards', async ({
  api,
  company,
}) => {
  const ordered = await order(api, company.admin);
  const payment = await api.deps.database.asSystem(async (tx) => {
    const [row] = await tx.update(payments).set({ state: 'draft' }).where(eq(payments.id, ordered.id)).returning();
    return row!;
  });
  const unavailable = { code: 'payment_provider_unavailable' };
  const state = async () => (await stateOf(api, company.admin, ordered)).state;

  const gone = await startProvider(() => undefined);
  await gone[Symbol.asyncDispose]();
  await expect(openWindow(api.deps, { provider: gone.provider, payment })).rejects.toMatchObject(unavailable);

  await using failing = await startProvider((_, reply) => void reply.writeHead(500).end());
  await expect(openWindow(api.deps, { provider: failing.provider, payment })).rejects.toMatchObject(unavailable);

  const giveUp = new AbortController();
  await using silent = await startProvider(() => giveUp.abort(new Error('too late')));
  await expect(
    openWindow(api.deps, { provider: silent.provider, payment, giveUp: giveUp.signal }),
  ).rejects.toMatchObject(unavailable);
  expect(await state()).toBe('draft');

  const params = { id: ordered.id };
  expect((await api.call(company.admin, continuePayment, { params })).status).toBe(200);
  expect(await state()).toBe('waiting');
});
