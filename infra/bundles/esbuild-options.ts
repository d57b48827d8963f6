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
 * Takes some modules of Node by `require`. An `import` of them reads all of their exports, also those that Node would
 * load late: the WebSocket client of `http` (13 MB in every process), the web cryptography of `crypto`, the promises of
 * `fs`.
 */
const LATE_MODULES: Plugin = {
  name: 'late-modules',
  setup(build) {
    build.onResolve({ filter: /^(?:node:)?(?:http|crypto|fs)$/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path: path.replace('node:', ''), namespace: 'late' } : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'late' }, ({ path }) => ({
      contents: `module.exports = require('node:${path}');`,
    }));
  },
};

/**
 * Leaves out the messages of Zod in forty languages: our texts come from our own catalogue, and each process held them.
 */
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
 * Leaves out the commands of Redis modules that no Redis of ours has: the package loads all of them with its client.
 */
const NO_REDIS_MODULES: Plugin = {
  name: 'no-redis-modules',
  setup(build) {
    build.onResolve({ filter: /^@redis\/(?:bloom|json|search|time-series)$/ }, ({ path }) => ({
      path,
      namespace: 'no-redis-modules',
    }));
    build.onLoad({ filter: /./, namespace: 'no-redis-modules' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/**
 * Leaves out the parts of systeminformation that the agent does not ask: the library loads all of them at once, and V8
 * keeps their text in memory.
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

/**
 * The upstreams of the reverse proxy are plain http on purpose, so its library gets no `node:https` and `node:http2`: 4
 * MB. It makes an agent of https when it is loaded, and uses it for no request.
 */
const PLAIN_UPSTREAMS: Plugin = {
  name: 'plain-upstreams',
  setup(build) {
    build.onResolve({ filter: /^node:http(?:s|2)$/ }, ({ path, importer }) =>
      /[\\/]httpxy[\\/]/u.test(importer) ? { path, namespace: 'plain' } : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'plain' }, () => ({
      contents: 'export class Agent {} export const request = undefined; export default { Agent };',
    }));
  },
};

/**
 * What all bundles for Node share. Names and lines are kept, so that a stack trace can be read without a source map.
 */
export const NODE_BUNDLE_OPTIONS = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  banner: { js: BANNER },
  plugins: [LATE_MODULES, NO_REDIS_MODULES, NO_ZOD_LOCALES, PLAIN_UPSTREAMS, USED_INFORMATION],
  legalComments: 'inline',
  logLevel: 'silent',
} satisfies BuildOptions;
