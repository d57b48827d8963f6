import type { Language } from '../contract/languages.ts';
import en from './en/mails.json' with { type: 'json' };
import ja from './ja/mails.json' with { type: 'json' };
import ko from './ko/mails.json' with { type: 'json' };

export const mailTexts: Readonly<Record<Language, typeof en>> = { en, ko, ja };
