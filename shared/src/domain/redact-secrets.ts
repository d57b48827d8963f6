/** The place in a script that ends an address of a stack, and what closes it. */
const ADDRESS_TAIL = /[?#].*?((?::\d+){0,2}[)\]"'>,;.]*)$/u;
const USER_INFO = /\/\/[^/@]*@/gu;
/** An address may be relative to its page, without a slash; a query that has a value tells it from a question. */
const QUERY = /[?#][^?#=]+=/u;
/** Signed tokens, with their three parts. */
const SIGNED_TOKEN = /\b[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/gu;

const withoutSecretsInAddress = (word: string): string =>
  word.includes('/') || QUERY.test(word) ? word.replaceAll(USER_INFO, '//').replace(ADDRESS_TAIL, '$1') : word;

/**
 * The text of an error without what its addresses may reveal: user, query and fragment (decision 120), nor any signed
 * token.
 */
export const redactSecrets = (text: string): string =>
  text.replaceAll(/\S+/gu, withoutSecretsInAddress).replaceAll(SIGNED_TOKEN, '[token]');
