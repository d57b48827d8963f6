import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { commonSettings, databaseSettings, parseConfig } from '@vigil/shared/platform/config';

const Settings = z.object({
  DATABASE_URL: z.url('has to name the database; npm start leaves its own in DATA_DIR'),
  DATABASE_POOL: databaseSettings.DATABASE_POOL.default(2),
  REDIS_URL: commonSettings.REDIS_URL,
  /** Links in mail are made from it. */
  PUBLIC_URL: z.url().default('http://localhost:8080'),
});

export type OperatorConfig = Readonly<z.output<typeof Settings>>;

type Env = Readonly<Record<string, string | undefined>>;

/** Where `npm start` left the addresses of what it runs, for whoever works beside it. */
function leftByStart(env: Env): Env {
  const file = path.resolve(env['DATA_DIR'] || '.data', 'operator.json');
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}

/** The environment, or else the system that `npm start` runs here. @throws ConfigError */
export const readOperatorConfig = (env: Env): OperatorConfig =>
  parseConfig(Settings, env['DATABASE_URL'] ? { ...env } : { ...env, ...leftByStart(env) });
