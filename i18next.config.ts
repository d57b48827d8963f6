import { defineConfig } from 'i18next-cli';

export default defineConfig({
  locales: ['en', 'ko', 'ja'],
  extract: {
    input: ['web/src/**/*.{ts,tsx}'],
    ignore: ['web/src/**/*.test.{ts,tsx}'],
    output: 'web/src/i18n/{{language}}/{{namespace}}.json',
    defaultNS: 'common',
    primaryLanguage: 'en',
    // The catalogues word counts so that one text fits them all.
    disablePlurals: true,
  },
});
