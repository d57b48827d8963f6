import type { Language } from '@vigil/shared/contract/languages';

/** The absolute address of a page of the console, in a language; `page` has no leading slash. */
export const pageUrl = ({ PUBLIC_URL }: { readonly PUBLIC_URL: string }, language: Language, page: string): string =>
  `${PUBLIC_URL.replace(/\/+$/u, '')}/${language}/${page}`;
