import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fromRoot } from '@vigil/infra/local/runtime';
import type { Language } from '@vigil/shared/contract/languages';
import type { Catalogues } from '@vigil/web/catalogue-types';

/** The paths of the texts in a catalogue: `form.name`. */
type KeyOf<Node> = {
  [Part in keyof Node & string]: Node[Part] extends string ? Part : `${Part}.${KeyOf<Node[Part]>}`;
}[keyof Node & string];

/**
 * A text of a catalogue by its key, with values for its placeholders.
 * @throws Error for a key that the catalogue does not have
 */
export type Texts<Namespace extends keyof Catalogues> = (
  key: KeyOf<Catalogues[Namespace]>,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** @throws Error for a namespace that does not exist */
export function catalogueFile(language: Language, namespace: string): string {
  const [file] = globSync(fromRoot('web', 'src', 'i18n', language, '*', `${namespace}.json`));
  if (file === undefined) throw new Error(`no texts ${namespace} (${language})`);
  return file;
}

/** The texts of a screen in a language: `users` for `web/src/i18n/{language}/administration/users.json`. */
export async function textsOf<Namespace extends keyof Catalogues>(
  language: Language,
  namespace: Namespace,
): Promise<Texts<Namespace>> {
  const catalogue: unknown = JSON.parse(await readFile(catalogueFile(language, namespace), 'utf8'));
  return (key, values = {}) => {
    const text = key
      .split('.')
      .reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], catalogue);
    if (typeof text !== 'string') throw new Error(`${namespace} (${language}) has no text ${key}`);
    return text.replaceAll(/\{\{(\w+)[^}]*\}\}/gu, (whole, name: string) => String(values[name] ?? whole));
  };
}
