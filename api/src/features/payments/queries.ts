import type { QueryOf } from '@vigil/shared/contract/endpoint';
import type { listPayments, Payment } from '@vigil/shared/contract/http/payments';
import type { PaymentId } from '@vigil/shared/contract/ids';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { licences } from '@vigil/shared/platform/db/schema/companies';
import { payments } from '@vigil/shared/platform/db/schema/payments';
import { users } from '@vigil/shared/platform/db/schema/users';
import { selectPage } from '@vigil/shared/platform/db/select-page';
import { eq } from 'drizzle-orm';
import { wirePayment } from '../../payments/wire.ts';

const select = (tx: ReadTx) =>
  tx
    .select({ payment: payments, licence: licences.pk, buyer: users.name })
    .from(payments)
    .leftJoin(licences, eq(licences.paymentFk, payments.id))
    .leftJoin(users, eq(users.pk, payments.userFk))
    .$dynamic();
type Row = Awaited<ReturnType<typeof select>>[number];

const wire = ({ payment, licence, buyer }: Row, at: Date): Payment =>
  wirePayment(payment, { licence, buyer: buyer ?? '', at });

export async function selectPaymentPage(tx: ReadTx, query: QueryOf<typeof listPayments>, at: Date) {
  const { rows, meta } = await selectPage(tx, select(tx), {
    query,
    rules: {
      sort: { start_date: payments.startsAt, create_time: payments.createdAt, price: payments.total },
      key: payments.id,
    },
  });
  return { objects: rows.map((row) => wire(row, at)), meta };
}

/** @returns the row as well as what the console shows of it */
export async function findPaymentToShow(tx: ReadTx, id: PaymentId, at: Date) {
  const [row] = await select(tx).where(eq(payments.id, id));
  return row && { row: row.payment, shown: wire(row, at) };
}
