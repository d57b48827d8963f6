/** Spec 1 §9: 7 days. */
const WARN_BEFORE_MS = 604_800_000;

/** The warning for a licence that ends at `ends`; both times in milliseconds since 1970. */
export function licenceWarning(ends: number, now: number): 'expiring' | 'expired' | null {
  if (now > ends) return 'expired';
  return ends - now <= WARN_BEFORE_MS ? 'expiring' : null;
}
