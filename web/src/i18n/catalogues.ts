import type { Language } from '@vigil/shared/contract/problem-texts';
import { namespaces, type Namespace } from './namespaces.ts';

const files = import.meta.glob<Record<string, unknown>>('./*/*.json', { import: 'default' });

/** The texts of one language; each file is a chunk of its own, so that nobody loads the other two languages. */
export async function loadCatalogue(language: Language): Promise<Record<Namespace, Record<string, unknown>>> {
  const entries = namespaces.map(async (namespace) => {
    const load = files[`./${language}/${namespace}.json`];
    if (!load) throw new Error(`no catalogue ${language}/${namespace}`);
    return [namespace, await load()] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<Namespace, Record<string, unknown>>;
}
