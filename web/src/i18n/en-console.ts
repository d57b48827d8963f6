/** All texts that are in neither of the other two chunks. */
export const files = import.meta.glob<Record<string, unknown>>(
  [
    './en/*.json',
    '!./en/{common,signin,otp,partner,signup,account}.json',
    '!./en/{users,imports,tokens,blocking,updates,functions,tickets}.json',
  ],
  { import: 'default', eager: true },
);
