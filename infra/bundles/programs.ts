import path from 'node:path';

/** Every program of a system that runs as a bundle: the name of its file, and the source that it is built from. */
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

/** Programs that need this repository. */
export const LOCAL_PROGRAMS = { start: 'infra/local/start.ts' } as const;

export type ProgramName = keyof typeof PROGRAMS | keyof typeof LOCAL_PROGRAMS;

/** Sources of the programs that wait for weeks and compute little: a small process matters more than fast code. */
export const WAITING: readonly string[] = [LOCAL_PROGRAMS.start, PROGRAMS.agent];

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

export const bundleFile = (folder: string, name: ProgramName): string => path.join(folder, `${name}.mjs`);
