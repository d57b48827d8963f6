import {
  cancelPayment,
  continuePayment,
  createPayment,
  listPayments,
  mailReceipt,
  readPayment,
  readQuote,
  withdrawPayment,
} from '@vigil/shared/contract/http/payments';
import type { PaymentId } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { readCompanyTimeZone } from '@vigil/shared/platform/company-time-zone';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import { createPaymentProvider } from '../../payments/providers/providers.ts';
import { findBilledCompany } from '../../payments/queries.ts';
import { quoteLicence } from '../../payments/quote.ts';
import { queueReceipt } from '../../payments/receipt-mail.ts';
import { updateLicenceBlock } from '../../payments/update-licence-block.ts';
import { priceOfPayment } from '../../payments/wire.ts';
import { registerPaymentCallback } from './callback.ts';
import { findPaymentToShow, selectPaymentPage } from './queries.ts';
import { cancelOrder, lockOpenPayment, openWindow, orderLicence, withdrawPurchase } from './service.ts';

export function registerPaymentRoutes(app: FastifyInstance, routes: RouteRegistry, deps: Deps): void {
  const { database, accessPolicies, redis, log, config, now } = deps;
  const at = () => new Date(now());
  const provider = createPaymentProvider(deps);
  if (provider) {
    registerPaymentCallback(app, deps, provider);
    provider.registerPages?.(app);
  }

  /** @throws Problem `licences_not_sold` */
  const seller = () => {
    if (!provider) throw new Problem('licences_not_sold');
    return provider;
  };

  const shown = async (tx: ReadTx, id: PaymentId) => {
    const found = await findPaymentToShow(tx, id, at());
    if (!found) throw new Problem('not_found');
    return found;
  };

  routes.on(readQuote, async ({ caller: { company }, query: { ref = null, ...wanted } }) => {
    seller();
    return {
      objects: await database.read(company, (tx) => quoteLicence(tx, { ...wanted, ref }, { company, at: at(), log })),
    };
  });

  routes.change(createPayment, {
    prepare: seller,
    rule: (tx, { caller, body }, { name }) => orderLicence(tx, caller, body, { provider: name, at: at(), log }),
    reply: async (payment, _call, opener) => ({
      objects: { id: payment.id, window_url: await openWindow(deps, { provider: opener, payment }) },
    }),
  });

  routes.change(continuePayment, {
    prepare: seller,
    rule: (tx, { params: { id } }) => lockOpenPayment(tx, id),
    reply: async (payment, _call, opener) => ({
      objects: { id: payment.id, window_url: await openWindow(deps, { provider: opener, payment }) },
    }),
  });

  routes.on(readPayment, async ({ caller: { company }, params: { id } }) => ({
    objects: await database.read(company, async (tx) => {
      const { row, shown: payment } = await shown(tx, id);
      const { name } = await findBilledCompany(tx, company);
      const { lines } = priceOfPayment(row);
      const time_zone = await readCompanyTimeZone(tx, company);
      return { ...payment, company_name: name, time_zone, unit_price: row.unitPrice, lines: [...lines] };
    }),
  }));

  routes.change(cancelPayment, {
    rule: async (tx, { caller, params: { id } }) => {
      await cancelOrder(tx, caller, id);
      return (await shown(tx, id)).shown;
    },
  });

  // Its licence is a part of the access policy, which is put in force around the commit.
  routes.on(withdrawPayment, async ({ caller, params: { id } }) => {
    const objects = await accessPolicies.change(caller.company, async (tx) => {
      await withdrawPurchase(tx, caller, { id, at: at() });
      return { value: (await shown(tx, id)).shown, done: true };
    });
    await updateLicenceBlock(deps, caller.company);
    return { objects };
  });

  routes.change(mailReceipt, {
    rule: async (tx, { caller, params: { id } }) => {
      const { row } = await shown(tx, id);
      if (row.paidAt === null) throw new Problem('payment_state', { detail: row.state });
      const stores = { redis, log, publicUrl: config.PUBLIC_URL, mailLimitFactor: config.RATE_LIMIT_FACTOR };
      const email = await queueReceipt(tx, row, { ...stores, to: caller.user });
      if (email === null) throw new Problem('receipt_not_mailed');
      return { email };
    },
  });

  routes.on(listPayments, ({ caller: { company }, query }) =>
    database.read(company, (tx) => selectPaymentPage(tx, query, at())),
  );
}
