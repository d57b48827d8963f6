import type { Language } from '@vigil/shared/contract/problem-texts';
import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadCatalogue } from './catalogues.ts';
import { namespaces } from './namespaces.ts';

/** One language a page load; a change of language reloads the page (spec 1 §2). */
export async function createI18n(language: Language): Promise<i18n> {
  const instance = createInstance();
  await instance.use(initReactI18next).init({
    lng: language,
    resources: { [language]: await loadCatalogue(language) },
    ns: namespaces,
    defaultNS: 'common',
    fallbackLng: false,
    // React escapes.
    interpolation: { escapeValue: false },
  });
  return instance;
}
