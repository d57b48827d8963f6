import type { Language } from '../contract/languages.ts';
import { byKey } from './by-language.ts';
import en from './en/audit.json' with { type: 'json' };
import ja from './ja/audit.json' with { type: 'json' };
import ko from './ko/audit.json' with { type: 'json' };

export type Names = Readonly<Record<Language, string>>;

const catalogues: Readonly<Record<Language, typeof en>> = { en, ko, ja };

/** Of each key of a part of the catalogue its text in all languages. */
export const auditTexts = <Part extends keyof typeof en>(part: Part) => byKey(catalogues, part);
