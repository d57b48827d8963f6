/** All texts of the language in one chunk, since one request is faster than many small ones. */
export const files = import.meta.glob<Record<string, unknown>>('./ko/*.json', { import: 'default', eager: true });
