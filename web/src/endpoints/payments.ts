import type * as payments from '@vigil/shared/contract/http/payments';
import { endpoint } from './client-endpoint.ts';

export const readQuote = endpoint<typeof payments.readQuote>('GET', '/payments/quote');
export const createPayment = endpoint<typeof payments.createPayment>('POST', '/payments');
export const readPayment = endpoint<typeof payments.readPayment>('GET', '/payments/:id');
export const continuePayment = endpoint<typeof payments.continuePayment>('POST', '/payments/:id/window');
export const cancelPayment = endpoint<typeof payments.cancelPayment>('DELETE', '/payments/:id');
export const withdrawPayment = endpoint<typeof payments.withdrawPayment>('POST', '/payments/:id/withdraw');
export const mailReceipt = endpoint<typeof payments.mailReceipt>('POST', '/payments/:id/receipt');
export const listPayments = endpoint<typeof payments.listPayments>('GET', '/payment_history');
