import { languages, type Language } from '@vigil/shared/contract/languages';
import { useParams } from 'react-router-dom';
import { storageKey } from './local-storage-keys.ts';

/** The name of each language in that language. */
export const languageNames: { readonly [L in Language]: string } = { ko: '한국어', en: 'English', ja: '日本語' };

/** Used for an unsupported language in the address (spec 1 §2). */
const fallbackLanguage: Language = 'ko';

export const isLanguage = (value: string | undefined): value is Language =>
  (languages as readonly string[]).includes(value ?? '');

/** The page reloads a moment after a language change, so that the user sees the effect of the click (spec 1 §2). */
const RELOAD_AFTER_MS = 300;
const A_YEAR_S = 31_536_000;

export function switchLanguage(language: Language): void {
  document.cookie = `${storageKey.language}=${language}; path=/; max-age=${A_YEAR_S}; samesite=lax`;
  const { pathname, search } = window.location;
  const rest = pathname.split('/').slice(2).join('/');
  window.setTimeout(() => window.location.assign(`/${language}/${rest}${search}`), RELOAD_AFTER_MS);
}

function rememberedLanguage(cookies: string): Language | null {
  const value = /(?:^|;\s*)lang=(\w+)/.exec(cookies)?.[1];
  return isLanguage(value) ? value : null;
}

/**
 * The language in which the client starts: that of the address, else the chosen one, else the first that the browser
 * asks for, else Korean. An unsupported language in the address is Korean (spec 1 §2).
 */
export function initialLanguage(path: string, cookies: string, wanted: readonly string[]): Language {
  const first = path.split('/')[1] ?? '';
  if (isLanguage(first)) return first;
  if (first !== '') return fallbackLanguage;
  const asked = wanted.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage);
  return rememberedLanguage(cookies) ?? asked ?? fallbackLanguage;
}

/** The language of the address; the router redirects every other one. */
export function useLanguage(): Language {
  const { lang } = useParams();
  return isLanguage(lang) ? lang : fallbackLanguage;
}

/** The menu offers Korean and English; Japanese is available by its address only (decision 2). */
export const offeredLanguages: readonly [Language, string][] = [
  ['ko', '한국어'],
  ['en', 'English'],
];
