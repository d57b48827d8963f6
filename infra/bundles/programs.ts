import path from 'node:path';

/** Every program of a system that runs as a bundle: the name of its file, and the source that it is built from. */
export const STANDALONE_PROGRAM_SOURCES = {
  api: 'api/src/main.ts',
  /** Started by the API, for each uploaded logo. */
  'logo-renderer': 'api/src/features/logos/logo-renderer.ts',
  gateway: 'gateway/src/main.ts',
  relay: 'relay/src/main.ts',
  workers: 'workers/src/main.ts',
  'reverse-proxy': 'infra/local/reverse-proxy/main.ts',
  agent: 'agent/src/main.ts',
  'agent-sim': 'agent-sim/src/main.ts',
  operator: 'api/src/operator/main.ts',
  migrate: 'shared/src/platform/db/migrate-main.ts',
} as const;

/** Programs that need this repository. */
export const REPOSITORY_ONLY_PROGRAM_SOURCES = { start: 'infra/local/start.ts' } as const;

export type ProgramName = keyof typeof STANDALONE_PROGRAM_SOURCES | keyof typeof REPOSITORY_ONLY_PROGRAM_SOURCES;

/** Whether a program waits for weeks and computes little: a small process matters more than fast code. */
export const prefersSmallHeap = (name: string): boolean => name === 'start' || name === 'agent';

/**
 * V8 stays compact for good, and has no compilers: 10 and 16 MB less. The young generation is small from the start on,
 * or never.
 */
export const COMPACT_HEAP_NODE_FLAGS: readonly string[] = [
  '--optimize-for-size',
  '--no-turbofan',
  '--no-maglev',
  '--no-sparkplug',
  '--bytecode-old-age=1',
  '--max-semi-space-size=1',
];

/** What Node is started with, before the file. */
export const nodeFlagsOf = (name: ProgramName): readonly string[] =>
  prefersSmallHeap(name) ? COMPACT_HEAP_NODE_FLAGS : [];

/** Lies beside the bundles, because the migration reads it from there. */
export const MIGRATIONS_FOLDER = 'shared/src/platform/db/migrations';

/**
 * Packages that stay outside of the bundles: native libraries, and packages that serve files of their own folder. A
 * production install holds nothing else from npm.
 */
export const EXTERNAL_PACKAGES = [
  '@node-rs/argon2',
  'sharp',
  'node-screenshots',
  '@fastify/swagger-ui',
  '@bull-board/api',
  '@bull-board/fastify',
] as const;

export const bundlePathOf = (folder: string, name: ProgramName): string => path.join(folder, `${name}.mjs`);
