import type { Language } from '@vigil/shared/contract/problem-texts';
import { administrationNamespaces, consoleNamespaces, publicNamespaces, type Namespace } from './namespaces.ts';

export type Texts = Record<string, unknown>;
type Load = () => Promise<{ files: Record<string, Texts> }>;

const namespacesOf = {
  public: publicNamespaces,
  console: consoleNamespaces,
  administration: administrationNamespaces,
} as const;
/**
 * `public`: of the pages that need no session, and of what they share with the console.
 * `administration`: of pages that few users open, and seldom.
 */
export type Part = keyof typeof namespacesOf;

/** A browser loads one language only, and each part of it when it is needed. */
const chunks: { readonly [L in Language]: { readonly [P in Part]: Load } } = {
  en: {
    public: () => import('./en-public.ts'),
    console: () => import('./en-console.ts'),
    administration: () => import('./en-administration.ts'),
  },
  ja: {
    public: () => import('./ja-public.ts'),
    console: () => import('./ja-console.ts'),
    administration: () => import('./ja-administration.ts'),
  },
  ko: {
    public: () => import('./ko-public.ts'),
    console: () => import('./ko-console.ts'),
    administration: () => import('./ko-administration.ts'),
  },
};

/** The texts of a part in one language, by namespace. */
export async function loadCatalogue(language: Language, part: Part): Promise<(readonly [Namespace, Texts])[]> {
  const { files } = await chunks[language][part]();
  return namespacesOf[part].map((namespace) => {
    const texts = files[`./${language}/${namespace}.json`];
    if (!texts) throw new Error(`no catalogue ${language}/${namespace}`);
    return [namespace, texts] as const;
  });
}
