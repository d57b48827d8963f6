import { TYPED_CODE_DIGITS } from '@vigil/shared/contract/limits';

/** The digits of a typed or pasted text, as `123 456`; at most as many as a code has. */
export const oneTimeCodeDigits = (typed: string): string => typed.replaceAll(/\D/gu, '').slice(0, TYPED_CODE_DIGITS);

/** A recovery code in the server's format: `ABCDE-23456`. */
export function formatRecoveryCode(typed: string): string {
  const letters = typed.toUpperCase().replaceAll(/[^A-Z0-9]/gu, '');
  return letters.length > 5 ? `${letters.slice(0, 5)}-${letters.slice(5, 10)}` : letters;
}

/** The secret in the text of a QR code, in groups of four; empty if there is none. */
export function groupedSecretOf(otpauth: string): string {
  const secret = URL.canParse(otpauth) ? (new URL(otpauth).searchParams.get('secret') ?? '') : '';
  return secret.replaceAll(/(.{4})(?=.)/gu, '$1 ');
}
