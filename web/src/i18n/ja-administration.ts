/** The texts of the pages of administrators. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./ja/administration/*.json', {
  import: 'default',
  eager: true,
});
