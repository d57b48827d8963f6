import { listPayments, readPayment, readQuote } from '@vigil/shared/contract/routes/company';
import { defineResource } from '../../entities/resource.ts';

export const payments = defineResource({ key: 'payments', list: listPayments, rereadOn: ['payment'] });

/** Apart from the payments: a price is not computed again when one is made, by which its licence may be renewed. */
const quotes = defineResource({ key: 'payment-quotes' });
export const useRereadQuotes = quotes.useReread;

interface Draft {
  /** The licence that is renewed. */
  ref?: number;
  type?: 'Basic' | 'Corporate';
  vol?: number;
  period?: number;
}

/** What a licence costs, as the server computes it; the price of the draft before stays until it is there. */
export const useQuote = ({ ref, type, vol, period }: Draft) => {
  const query = {
    ...(ref === undefined ? {} : { ref: String(ref) }),
    ...(type === undefined ? {} : { type }),
    ...(vol === undefined ? {} : { vol: String(vol) }),
    ...(period === undefined ? {} : { period: String(period) }),
  };
  return quotes.useRead([query], async ({ call }) => (await call(readQuote, { query })).objects, {
    placeholderData: (before) => before,
    staleTime: 0,
  });
};

export const useReceipt = (id: string, options: { enabled?: boolean } = {}) =>
  payments.useRead(['receipt', id], async ({ call }) => (await call(readPayment, { params: { id } })).objects, options);
