/**
 * Replaces Zod in the browser (`vite.config.ts`): the client writes what the contract declares, and leaves the
 * validation to the servers, which do not trust it anyway. This saves the library and the creation of a hundred schemas.
 * Every declaration returns this object again; using a schema throws.
 */
function none(): unknown {
  return z;
}

const uses: ReadonlySet<string | symbol> = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync']);

export const z: unknown = new Proxy(none, {
  get(_, name) {
    if (uses.has(name)) throw new Error('the client has no schemas');
    return z;
  },
});
