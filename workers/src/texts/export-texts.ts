import type { Language } from '@vigil/shared/contract/languages';
import en from './en/exports.json' with { type: 'json' };
import ja from './ja/exports.json' with { type: 'json' };
import ko from './ko/exports.json' with { type: 'json' };

export const exportTexts: Readonly<Record<Language, typeof en>> = { en, ko, ja };
