import { languages, type Language } from '@vigil/shared/contract/problem-texts';

/** In which language somebody is written to. */
export const languageOf = ({ langCode }: { langCode: string }): Language =>
  languages.find((language) => language === langCode) ?? 'ko';
