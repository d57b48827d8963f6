/** The texts of the console but for the pages of administrators. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./en/console/*.json', {
  import: 'default',
  eager: true,
});
