import type { Language } from '@vigil/shared/contract/languages';
import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadCatalogue, type TextPart } from './catalogues.ts';

export type LaterTextPart = Exclude<TextPart, 'public'>;

export interface TextLoader {
  /** With the texts of the pages that need no session. */
  readonly ready: Promise<i18n>;
  /** Adds the texts of a part, once; to be awaited before anything of it is rendered. */
  readonly load: (part: LaterTextPart) => Promise<void>;
}

/** One language a page load; a change of language reloads the page (spec 1 §2). */
export function createI18n(language: Language): TextLoader {
  const instance = createInstance().use(initReactI18next);
  const start = async (): Promise<i18n> => {
    const resources = Object.fromEntries(await loadCatalogue(language, 'public'));
    await instance.init({
      lng: language,
      resources: { [language]: resources },
      ns: ['common'],
      defaultNS: 'common',
      fallbackLng: false,
      // React escapes.
      interpolation: { escapeValue: false },
    });
    return instance;
  };
  const ready = start();

  const add = async (part: LaterTextPart): Promise<void> => {
    // At the same time as the first ones, not after them.
    const [catalogue] = await Promise.all([loadCatalogue(language, part), ready]);
    for (const [namespace, texts] of catalogue) instance.addResourceBundle(language, namespace, texts);
  };
  const loading = new Map<LaterTextPart, Promise<void>>();
  const load = (part: LaterTextPart): Promise<void> => {
    const known = loading.get(part);
    if (known) return known;
    const added = add(part).catch((error: unknown) => {
      // The next page that needs them tries again.
      loading.delete(part);
      throw error;
    });
    loading.set(part, added);
    return added;
  };
  return { ready, load };
}
