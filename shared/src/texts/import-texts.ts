import type { Language } from '../contract/languages.ts';
import en from './en/imports.json' with { type: 'json' };
import ja from './ja/imports.json' with { type: 'json' };
import ko from './ko/imports.json' with { type: 'json' };

export const importTexts: Readonly<Record<Language, typeof en>> = { en, ko, ja };
