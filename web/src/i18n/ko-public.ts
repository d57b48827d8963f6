/** The texts of the pages that need no session in one chunk, since one request is faster than many small ones. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./ko/public/*.json', {
  import: 'default',
  eager: true,
});
