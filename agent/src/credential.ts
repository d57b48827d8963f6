/** Renewal is due at two thirds of a credential's life. */
const RENEW_AT = 2 / 3;

/** Issued for 30 days; used when a token does not say since when it is valid. */
const USUAL_LIFE_S = 30 * 86_400;

/**
 * When a credential (a JWT) is to be renewed, in milliseconds by the server's clock; `null` when it does not say.
 * It is read, not checked: that is the server's work.
 */
export function renewalTimeOf(credential: string): number | null {
  const body = credential.split('.')[1];
  if (body === undefined) return null;
  try {
    const { exp, iat } = JSON.parse(Buffer.from(body, 'base64url').toString()) as { exp?: unknown; iat?: unknown };
    if (typeof exp !== 'number') return null;
    const from = typeof iat === 'number' ? iat : exp - USUAL_LIFE_S;
    return (from + (exp - from) * RENEW_AT) * 1_000;
  } catch {
    return null;
  }
}
