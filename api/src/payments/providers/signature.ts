import { Problem } from '@vigil/shared/contract/problems';
import type { SymmetricKey } from '@vigil/shared/platform/key-ring';
import { keyedHashes } from '@vigil/shared/platform/secret-box';
import { isSameSecret } from '../../http/same-secret.ts';
import type { RawNotification } from './provider.ts';

/** As far as clocks may differ and a message may take; later, it has to be signed again. */
const TOLERANCE_MS = 5 * 60_000;

export const SIGNATURE_HEADER = 'x-payment-signature';
const SIGNATURE = /^t=(\d{1,15}),v1=([\da-f]{64})$/u;

const textOf = (at: string, body: string) => `payment-notification\n${at}\n${body}`;

/** `t=<milliseconds>,v1=<HMAC-SHA-256 of time and body>` */
export function signNotification(keys: readonly SymmetricKey[], body: string, at: number): string {
  const [mac] = keyedHashes(keys, textOf(String(at), body));
  return `t=${at},v1=${mac}`;
}

/** @throws Problem `payment_signature_invalid`, `payment_notification_late` */
export function assertSigned(keys: readonly SymmetricKey[], { headers, body }: RawNotification, now: number): void {
  const header = headers[SIGNATURE_HEADER];
  const [, at = '', mac = ''] = SIGNATURE.exec(typeof header === 'string' ? header : '') ?? [];
  const wanted = keyedHashes(keys, textOf(at, body.toString('utf8')));
  if (!wanted.some((one) => isSameSecret(mac, one))) throw new Problem('payment_signature_invalid');
  if (Math.abs(now - Number(at)) > TOLERANCE_MS) throw new Problem('payment_notification_late');
}
