import type { Language } from '@vigil/shared/contract/problem-texts';
import { useParams } from 'react-router-dom';
import { fallbackLanguage, isLanguage } from './language.ts';

/** The language of the address; the router lets no other in. */
export function useLanguage(): Language {
  const { lang } = useParams();
  return isLanguage(lang) ? lang : fallbackLanguage;
}
