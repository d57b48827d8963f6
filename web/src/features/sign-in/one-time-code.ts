/** Spec 1 §5. */
export const CODE_LENGTH = 6;

/** The digits of what was typed or pasted, `123 456` too; no more than a code has. */
export const digitsOf = (typed: string): string => typed.replaceAll(/\D/gu, '').slice(0, CODE_LENGTH);

/** A recovery code as the server writes it: `ABCDE-23456`. */
export function recoveryCodeOf(typed: string): string {
  const letters = typed.toUpperCase().replaceAll(/[^A-Z0-9]/gu, '');
  return letters.length > 5 ? `${letters.slice(0, 5)}-${letters.slice(5, 10)}` : letters;
}

/** The secret inside the text of a QR picture, in groups of four as people read it; empty when there is none. */
export function secretOf(otpauth: string): string {
  const secret = URL.canParse(otpauth) ? (new URL(otpauth).searchParams.get('secret') ?? '') : '';
  return secret.replaceAll(/(.{4})(?=.)/gu, '$1 ');
}
