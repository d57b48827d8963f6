import type { PaymentState } from '@vigil/shared/contract/http/payments';
import type { CompanyPk, LicencePk, PaymentId } from '@vigil/shared/contract/ids';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { companies, licences } from '@vigil/shared/platform/db/schema/companies';
import { paymentNotifications, payments } from '@vigil/shared/platform/db/schema/payments';
import { whereCounted } from '@vigil/shared/platform/licences';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';

export type PaymentRow = typeof payments.$inferSelect;
export type LicenceRow = typeof licences.$inferSelect;

export const insertPayment = (tx: Tx, row: typeof payments.$inferInsert) => tx.insert(payments).values(row);

export async function findPayment(tx: ReadTx, id: PaymentId): Promise<PaymentRow | undefined> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, id));
  return row;
}

/** The row is held until the end of the transaction, so that a payment changes its state once at a time. */
export async function lockPayment(tx: Tx, id: PaymentId): Promise<PaymentRow | undefined> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
  return row;
}

export async function updatePayment(
  tx: Tx,
  id: PaymentId,
  change: Partial<typeof payments.$inferInsert>,
): Promise<PaymentRow> {
  const [row] = await tx.update(payments).set(change).where(eq(payments.id, id)).returning();
  if (!row) throw new Error('the payment was not stored');
  return row;
}

const openStates = ['draft', 'waiting'] as const satisfies readonly PaymentState[];

export const countOpenPayments = (tx: ReadTx): Promise<number> =>
  tx.$count(payments, inArray(payments.state, openStates));

export const selectLicences = (tx: ReadTx): Promise<LicenceRow[]> =>
  tx.select().from(licences).orderBy(asc(licences.expiresAt));

export async function insertLicence(tx: Tx, row: typeof licences.$inferInsert): Promise<LicenceRow> {
  const [inserted] = await tx.insert(licences).values(row).returning();
  if (!inserted) throw new Error('the licence was not stored');
  return inserted;
}

/** Ends the licence of a payment; one that has not begun never does. */
export const endLicenceOfPayment = (tx: Tx, id: PaymentId, at: Date) =>
  tx
    .update(licences)
    .set({
      withdrawnAt: at,
      expiresAt: sql`greatest(${licences.startsAt}, least(${licences.expiresAt}, ${at.toISOString()}::timestamptz))`,
    })
    .where(eq(licences.paymentFk, id));

export async function sumCountedVolume(tx: ReadTx, at: Date, except: LicencePk | null): Promise<number> {
  const [row] = await tx
    .select({ volume: sql<number>`coalesce(sum(${licences.deviceVolume}), 0)::int` })
    .from(licences)
    .where(and(whereCounted(at), except === null ? undefined : sql`${licences.pk} <> ${except}`));
  return row?.volume ?? 0;
}

export async function findBilledCompany(tx: ReadTx, company: CompanyPk) {
  const [row] = await tx
    .select({ name: companies.name, price: companies.price })
    .from(companies)
    .where(eq(companies.pk, company));
  return row ?? { name: '', price: '' };
}

type Notification = typeof paymentNotifications.$inferInsert;

/** @returns the hash of the one that was stored before under its id; null when it is new, and stored now */
export async function storeNotification(tx: Tx, row: Notification): Promise<string | null> {
  const added = await tx
    .insert(paymentNotifications)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: paymentNotifications.id });
  if (added.length > 0) return null;
  const same = and(eq(paymentNotifications.provider, row.provider), eq(paymentNotifications.id, row.id));
  const [stored] = await tx.select({ hash: paymentNotifications.hash }).from(paymentNotifications).where(same);
  // Of another company, whose row does not exist here.
  return stored?.hash ?? '';
}
