import { readFileSync } from 'node:fs';
import path from 'node:path';
import { commonSettings, databaseSettings, logLevel, parseConfig, webUrl } from '@vigil/shared/platform/config';
import * as z from 'zod';

const Settings = z.object({
  DATABASE_URL: z.url('must be the URL of the database; npm start leaves that of its own database in DATA_DIR'),
  DATABASE_POOL: databaseSettings.DATABASE_POOL.default(2),
  REDIS_URL: commonSettings.REDIS_URL,
  LOG_LEVEL: logLevel.default('silent'),
  /** Base of the links in e-mails. */
  PUBLIC_URL: webUrl().default('http://localhost:8080'),
});

export type OperatorConfig = Readonly<z.output<typeof Settings>>;

type Env = Readonly<Record<string, string | undefined>>;

/** The addresses that `npm start` leaves for programs that run beside it. */
function leftByStart(env: Env): Env {
  const file = path.resolve(env['DATA_DIR'] || '.data', 'operator.json');
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}

/** From the environment, else from the system that `npm start` runs on this computer. @throws ConfigError */
export const readOperatorConfig = (env: Env): OperatorConfig =>
  parseConfig(Settings, env['DATABASE_URL'] ? { ...env } : { ...env, ...leftByStart(env) });
