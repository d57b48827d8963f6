import type { Plugin } from 'vite';

const LANGUAGES = ['en', 'ja', 'ko'] as const;

/**
 * A page for each language, `index.en.html`, which loads its texts at once: the script learns the language of the
 * address only after it has been loaded itself, which would be one more round trip before the first paint.
 */
export const languagePages = (): Plugin => ({
  name: 'language-pages',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('there is no index.html to make the pages of the languages from');
      for (const language of LANGUAGES) {
        const texts = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(`/i18n/${language}-public.ts`),
        );
        if (!texts) throw new Error(`there is no chunk with the texts of ${language}`);
        const source = String(page.source)
          .replace('<html lang="en">', `<html lang="${language}">`)
          .replace('</head>', `  <link rel="modulepreload" crossorigin href="/${texts.fileName}">\n  </head>`);
        this.emitFile({ type: 'asset', fileName: `index.${language}.html`, source });
      }
    },
  },
});
