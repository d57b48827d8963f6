import { PaymentId } from '@vigil/shared/contract/ids';
import { MAX_PAYMENT_REMARKS } from '@vigil/shared/contract/limits';
import { BANK_TRANSFER, canPaymentBecome } from '@vigil/shared/domain/payments';
import { operatorActor } from '@vigil/shared/platform/audits';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { payments } from '@vigil/shared/platform/db/schema/payments';
import { desc, eq } from 'drizzle-orm';
import * as z from 'zod';
import { lockPayment } from '../../payments/queries.ts';
import { queueReceipt } from '../../payments/receipt-mail.ts';
import { recordPaid } from '../../payments/record-payment.ts';
import { updateLicenceBlock } from '../../payments/update-licence-block.ts';
import { changeAccessPolicy } from '../changes.ts';
import { defineOperatorCommand, type OperatorCommand } from '../command.ts';
import { companyPkArgument } from '../input.ts';

type Row = typeof payments.$inferSelect;

const wire = (row: Row) => ({
  id: row.id,
  company: row.companyFk,
  state: row.state,
  type: row.type,
  devices: row.deviceVolume,
  months: row.months,
  price: row.total,
  method: row.method,
  created_at: row.createdAt.toISOString(),
  paid_at: row.paidAt?.toISOString() ?? null,
});

const MAX_LISTED = 1_000;

const list = defineOperatorCommand({
  name: 'payments list',
  summary: 'list the newest payments of all companies, or of one',
  options: { '--company <pk>': 'only payments of this company' },
  input: z.object({ company: companyPkArgument.optional() }),
  async run({ company }, { database }) {
    const rows = await database.readAll((tx) =>
      tx
        .select({ payment: payments, name: companies.name })
        .from(payments)
        .innerJoin(companies, eq(companies.pk, payments.companyFk))
        .where(company === undefined ? undefined : eq(payments.companyFk, company))
        .orderBy(desc(payments.createdAt))
        .limit(MAX_LISTED),
    );
    return rows.map(({ payment, name }) => ({ ...wire(payment), company_name: name }));
  },
});

const confirm = defineOperatorCommand({
  name: 'payments confirm',
  summary: 'confirm that the bank transfer of a waiting payment has arrived, which adds its licence',
  args: ['id'],
  options: { '--remarks <text>': 'remarks that the company sees in its payment history' },
  input: z.object({
    id: z.uuid('must be the number of a payment').pipe(PaymentId),
    remarks: z.string().trim().max(MAX_PAYMENT_REMARKS).optional(),
  }),
  async run({ id, remarks }, operator) {
    const [found] = await operator.database.readAll((tx) => tx.select().from(payments).where(eq(payments.id, id)));
    if (!found) throw new Error(`payment ${id} not found`);
    const redis = await operator.redis();
    const { log, config } = operator;
    const paid = await changeAccessPolicy(operator, found.companyFk, async (tx) => {
      const payment = await lockPayment(tx, id);
      if (!payment || !canPaymentBecome(payment.state, 'paid') || payment.method !== BANK_TRANSFER)
        throw new Error(`payment ${id} is ${payment?.state ?? 'deleted'}, and does not wait for a transfer`);
      const confirmed = await recordPaid(tx, payment, {
        method: BANK_TRANSFER,
        at: new Date(operator.now()),
        actor: operatorActor(payment.companyFk),
        ...(remarks === undefined ? {} : { remarks }),
      });
      await queueReceipt(tx, confirmed, { redis, log, publicUrl: config.PUBLIC_URL, mailLimitFactor: 1 });
      return confirmed;
    });
    await updateLicenceBlock({ database: operator.database, redis, log, now: operator.now }, found.companyFk);
    return wire(paid);
  },
});

export const paymentCommands: readonly OperatorCommand[] = [list, confirm];
