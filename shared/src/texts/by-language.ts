import { languages, type Language } from '../contract/languages.ts';

type Catalogues<Catalogue> = Readonly<Record<Language, Catalogue>>;

/** One part of a catalogue in all languages. */
export const byLanguage = <Catalogue, Part extends keyof Catalogue>(
  catalogues: Catalogues<Catalogue>,
  part: Part,
): Readonly<Record<Language, Catalogue[Part]>> => ({
  en: catalogues.en[part],
  ko: catalogues.ko[part],
  ja: catalogues.ja[part],
});

/** Of each key of one part its text in all languages. */
export const byKey = <Catalogue, Part extends keyof Catalogue>(
  catalogues: Catalogues<Catalogue>,
  part: Part,
): { readonly [Key in keyof Catalogue[Part]]: Readonly<Record<Language, Catalogue[Part][Key]>> } =>
  Object.fromEntries(
    (Object.keys(catalogues.en[part] as object) as (keyof Catalogue[Part])[]).map((key) => [
      key,
      Object.fromEntries(languages.map((language) => [language, catalogues[language][part][key]])),
    ]),
  ) as { readonly [Key in keyof Catalogue[Part]]: Readonly<Record<Language, Catalogue[Part][Key]>> };
