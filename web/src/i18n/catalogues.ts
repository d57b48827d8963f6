import type { Language } from '@vigil/shared/contract/problem-texts';
import { namespaces, type Namespace } from './namespaces.ts';

type Texts = Record<string, unknown>;

/** One chunk per language, so that a browser loads one language only. */
const chunks: { readonly [L in Language]: () => Promise<{ files: Record<string, Texts> }> } = {
  en: () => import('./en.ts'),
  ja: () => import('./ja.ts'),
  ko: () => import('./ko.ts'),
};

/** The texts of one language. */
export async function loadCatalogue(language: Language): Promise<Record<Namespace, Texts>> {
  const { files } = await chunks[language]();
  const entries = namespaces.map((namespace) => {
    const texts = files[`./${language}/${namespace}.json`];
    if (!texts) throw new Error(`no catalogue ${language}/${namespace}`);
    return [namespace, texts] as const;
  });
  return Object.fromEntries(entries) as Record<Namespace, Texts>;
}
