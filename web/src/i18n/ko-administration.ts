/** The texts of the pages of administrators. */
export const files = import.meta.glob<Record<string, unknown>>('./ko/administration/*.json', {
  import: 'default',
  eager: true,
});
