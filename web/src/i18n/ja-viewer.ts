/** The texts of the viewer of remote sessions. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./ja/viewer/*.json', {
  import: 'default',
  eager: true,
});
