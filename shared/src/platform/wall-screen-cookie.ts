/**
 * The cookie that holds the token of a wall screen; no other token is accepted in it, and this one nowhere else
 * (decision 71).
 */
const NAME = 'screen';

/** The token in the `Cookie` header of a request; undefined without one. */
export function wallScreenTokenOf(header: string | undefined): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === NAME && value) return value;
  }
  return undefined;
}

/** As a `Set-Cookie` header. Other sites cannot send it along (`SameSite`), and no script can read it. */
export const wallScreenCookie = (
  token: string,
  { maxAgeS, isSecure }: { readonly maxAgeS: number; readonly isSecure: boolean },
): string => `${NAME}=${token}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
