/** The texts of the pages of administrators. */
export const files = import.meta.glob<Record<string, unknown>>(
  './ja/{users,imports,tokens,blocking,updates,functions,tickets}.json',
  { import: 'default', eager: true },
);
