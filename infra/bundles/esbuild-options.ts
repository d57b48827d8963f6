import type { BuildOptions, Plugin } from 'esbuild';

/** Packages that were written for CommonJS ask for names that a module does not have. */
const BANNER = [
  "import { createRequire as __createRequire } from 'node:module';",
  "import { fileURLToPath as __fileURLToPath } from 'node:url';",
  'const require = __createRequire(import.meta.url);',
  'const __filename = __fileURLToPath(import.meta.url);',
  "const __dirname = __fileURLToPath(new URL('.', import.meta.url));",
].join(' ');

/**
 * Takes `node:http` by `require`. An `import` of it reads all of its exports, also those that Node would load late, and
 * among them is its WebSocket client: 13 MB in every process.
 */
const LATE_HTTP: Plugin = {
  name: 'late-http',
  setup(build) {
    build.onResolve({ filter: /^(?:node:)?http$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'http', namespace: 'late' } : undefined,
    );
    build.onLoad({ filter: /^http$/, namespace: 'late' }, () => ({
      contents: "module.exports = require('node:http');",
    }));
  },
};

/** Leaves out the messages of Zod in forty languages: our texts come from our own catalogue, and each process held them. */
const NO_ZOD_LOCALES: Plugin = {
  name: 'no-zod-locales',
  setup(build) {
    build.onResolve({ filter: /\/locales\/index\.js$/ }, ({ path, importer }) =>
      importer.includes('/zod/') ? { path, namespace: 'no-locales' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'no-locales' }, () => ({ contents: 'export {};' }));
  },
};

/**
 * Leaves out the parts of systeminformation that the agent does not ask: the library loads all of them at once, and V8 keeps their text
 * in memory.
 */
const USED_INFORMATION: Plugin = {
  name: 'used-information',
  setup(build) {
    const unused = 'audio|battery|bluetooth|docker|internet|printer|usb|users|virtualbox|wifi';
    build.onLoad({ filter: new RegExp(`systeminformation[\\\\/]lib[\\\\/](${unused})\\.js$`) }, () => ({
      contents: '',
    }));
  },
};

/** What all bundles for Node share. Names and lines are kept, so that a stack trace can be read without a source map. */
export const NODE_BUNDLE = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  banner: { js: BANNER },
  plugins: [LATE_HTTP, NO_ZOD_LOCALES, USED_INFORMATION],
  legalComments: 'inline',
  logLevel: 'silent',
} satisfies BuildOptions;
