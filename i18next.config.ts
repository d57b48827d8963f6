import { globSync } from 'node:fs';
import { defineConfig } from 'i18next-cli';

/** The folder says in which chunk of its language the browser gets a file. */
const folderOf = (namespace: string): string =>
  globSync(`web/src/i18n/en/*/${namespace}.json`)[0]?.split('/').at(-2) ?? 'console';

export default defineConfig({
  locales: ['en', 'ko', 'ja'],
  extract: {
    input: ['web/src/**/*.{ts,tsx}'],
    ignore: ['web/src/**/*.test.{ts,tsx}'],
    output: (language, namespace = 'common') => `web/src/i18n/${language}/${folderOf(namespace)}/${namespace}.json`,
    defaultNS: 'common',
    primaryLanguage: 'en',
    // The catalogues word counts so that one text fits them all.
    disablePlurals: true,
  },
});
