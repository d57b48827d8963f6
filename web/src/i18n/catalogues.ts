import type { Language } from '@vigil/shared/contract/languages';

export type TranslationTexts = Record<string, unknown>;
type Load = () => Promise<{ catalogues: Record<string, TranslationTexts> }>;

/**
 * `public`: of the pages that need no session, and of what they share with the console.
 * `administration`: of pages that few users open, and seldom. `viewer`: of the tab that shows a remote desktop.
 */
export const textParts = ['public', 'console', 'administration', 'viewer'] as const;
export type TextPart = (typeof textParts)[number];

/** A browser loads one language only, and each part of it when it is needed. */
const chunks: { readonly [L in Language]: { readonly [P in TextPart]: Load } } = {
  en: {
    public: () => import('./en-public.ts'),
    console: () => import('./en-console.ts'),
    administration: () => import('./en-administration.ts'),
    viewer: () => import('./en-viewer.ts'),
  },
  ja: {
    public: () => import('./ja-public.ts'),
    console: () => import('./ja-console.ts'),
    administration: () => import('./ja-administration.ts'),
    viewer: () => import('./ja-viewer.ts'),
  },
  ko: {
    public: () => import('./ko-public.ts'),
    console: () => import('./ko-console.ts'),
    administration: () => import('./ko-administration.ts'),
    viewer: () => import('./ko-viewer.ts'),
  },
};

/** The texts of a part in one language, by namespace: the name of their file. */
export async function loadCatalogue(
  language: Language,
  part: TextPart,
): Promise<(readonly [string, TranslationTexts])[]> {
  const { catalogues } = await chunks[language][part]();
  return Object.entries(catalogues).map(([file, texts]) => [
    file.slice(file.lastIndexOf('/') + 1, -'.json'.length),
    texts,
  ]);
}
