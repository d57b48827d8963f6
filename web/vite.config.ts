import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type ProxyOptions } from 'vite';
import { languagePages } from './language-pages.ts';
import { noChunkCycles } from './no-chunk-cycles.ts';
import { precompress } from './precompress.ts';
import { screenChunks } from './screen-chunks.ts';

/** The address of `npm start`; the development server proxies everything that is not a file to it. */
const SERVER = 'http://localhost:8080';
const toServer: ProxyOptions = { target: SERVER, changeOrigin: true };

/** A smaller chunk costs more as a request than it saves: it is merged into the most similar one. */
const SMALL_CHUNK = 12_000;

/**
 * Chunks that share a module of a library before it counts as common: fewer would make the first pages load what they
 * never use.
 */
const COMMON = 6;

const module = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url));
const short = (name: string): string => name.split(/[~.]/u)[0] ?? name;

export default defineConfig({
  plugins: [react(), languagePages(), precompress(), noChunkCycles()],
  build: {
    // Of the browsers of screens, and of Firefox the extended support release. What they lack at run time is in
    // `lib/polyfills.ts`.
    target: ['chrome110', 'firefox128', 'safari16.4'],
    outDir: 'dist',
    // Fonts and images are loaded as files, so that the content security policy needs no `data:`.
    assetsInlineLimit: 0,
    // One file: those of the pages are small, and each would be another request before the first paint.
    cssCodeSplit: false,
    // For `.size-limit.ts`, which adds up what each screen weighs.
    manifest: true,
    // The grid is one chunk of its own, loaded after the shell is on the screen.
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // A constant of another chunk is copied as well, which is shorter than its export and import.
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        // Without this, chunks shared by several pages are named after all of them.
        chunkFileNames: ({ name }) => `assets/${short(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${short(name)}-[hash][extname]`,
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules/, tags: ['$initial'], priority: 2 },
            { name: 'first', tags: ['$initial'], priority: 1 },
            // Tables of icons are built when their module is evaluated. Shared chunks may import one another in a
            // circle, where an icon would not be there yet; this one imports the first chunks only. So do the helpers
            // of the TypeScript compiler, which libraries call when they are evaluated.
            { name: 'icons', test: /node_modules[\\/](@tabler|tslib)/, minShareCount: 2, priority: 1 },
            {
              name: screenChunks([
                [
                  { name: 'public', root: module('app/chunks/public-pages.ts') },
                  { name: 'console', root: module('app/chunks/first-screen.ts') },
                ],
                [{ name: 'one-click', root: module('app/chunks/one-click-away.ts') }],
              ]),
              includeDependenciesRecursively: false,
              priority: 1,
            },
            // Used by dialogs only; without a chunk of its own it is merged into one of the first screen.
            {
              name: 'number-input',
              test: /react-number-format|NumberInput/,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            // Calendars are large, and without a chunk of their own small parts of the first screen are merged with
            // them.
            {
              name: 'dates',
              test: /@mantine[\\/]dates|node_modules[\\/]dayjs/,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            // What most screens use of libraries. Without it each set of screens that shares a module has a chunk of
            // its own.
            { name: 'common-library', test: /node_modules/, minShareCount: COMMON, priority: 1 },
            {
              name: 'library',
              test: /node_modules/,
              entriesAware: true,
              entriesAwareMergeThreshold: SMALL_CHUNK,
            },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: SMALL_CHUNK },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/lmm': toServer,
      '/liveview': toServer,
      '/downloads': toServer,
      '/logo': toServer,
      '/socket.io': { ...toServer, ws: true },
    },
  },
});
