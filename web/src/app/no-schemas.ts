/**
 * Stands in for Zod in the browser (`vite.config.ts`): it only writes what the contract declares, and leaves the
 * checking to the servers, which do not trust it anyway. So the library need not be loaded, nor a hundred schemas made.
 * Declaring anything answers with this again; using a schema is a mistake, and told at once.
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
