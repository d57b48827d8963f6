import path from 'node:path';

/** Every program that runs as a bundle: the name of its file, and the source that it is built from. */
export const PROGRAMS = {
  api: 'api/src/main.ts',
  gateway: 'gateway/src/main.ts',
  workers: 'workers/src/main.ts',
  'reverse-proxy': 'infra/local/reverse-proxy-main.ts',
  agent: 'agent/src/main.ts',
  'agent-sim': 'agent-sim/src/main.ts',
  operator: 'api/src/operator/main.ts',
  migrate: 'shared/src/platform/db/migrate-main.ts',
} as const;

export type ProgramName = keyof typeof PROGRAMS;

/** Lies beside the bundles, because the migration reads it from there. */
export const MIGRATIONS = 'shared/src/platform/db/migrations';

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

/**
 * Flags of Node for every bundle. `--optimize-for-size` makes V8 collect early instead of letting the heap of a start
 * grow to twice what is needed; it would also shrink the young generation to 1 MB, which costs throughput, so that
 * keeps its usual 16 MB. Figures: infra/decisions/15-bundles.md.
 */
export const NODE_FLAGS: readonly string[] = ['--optimize-for-size', '--max-semi-space-size=16'];

export const bundleFile = (folder: string, name: ProgramName): string => path.join(folder, `${name}.mjs`);
