/**
 * The path of an address on this origin, or null. Addresses from outside (a query, a referrer) must not redirect the
 * user to another site: `//evil.example`, `/\evil.example` and `javascript:` are addresses, too.
 */
export function sameOriginPath(address: string | null, origin: string): string | null {
  if (!address || !URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  if (url.origin !== origin) return null;
  // Two leading slashes would be read as a host.
  return `/${url.pathname.replace(/^\/+/u, '')}${url.search}${url.hash}`;
}

const NO_ORIGIN = 'https://console.invalid';

/** A path of this console, or null. Unlike the address of a referrer it names no origin, not even this one. */
export const parseConsolePath = (path: string | null): string | null =>
  path?.startsWith('/') ? sameOriginPath(path, NO_ORIGIN) : null;
