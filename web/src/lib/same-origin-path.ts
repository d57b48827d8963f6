/**
 * The path of an address that stays on this site, or null. What comes from outside – a query, a referrer – must not
 * lead anybody away from here: `//evil.example`, `/\evil.example` and `javascript:` are addresses too.
 */
export function sameOriginPath(address: string | null, origin: string): string | null {
  if (!address || !URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  if (url.origin !== origin) return null;
  // Two slashes at the front would be a host for whoever reads it next.
  return `/${url.pathname.replace(/^\/+/u, '')}${url.search}${url.hash}`;
}
