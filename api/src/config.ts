import { z } from 'zod';
import { commonSettings, databaseSettings, parseConfig, port } from '@vigil/shared/platform/config';

const Settings = z
  .object({
    ...commonSettings,
    ...databaseSettings,
    API_HOST: z.string().default('127.0.0.1'),
    API_PORT: port(8081),
    /** Where people and agents reach the service; links and agents' gateway addresses are made from it. */
    PUBLIC_URL: z.url().default('http://localhost:8080'),
    /** Where agents find the gateway, when that is elsewhere. */
    GATEWAY_URL: z.url().optional(),
    KEYS_FILE: z.string(),
    WEB_DIR: z.string().optional(),
    /** Answers `/metrics` and `/ops/*` on the API's own port; a load balancer must not pass them on. */
    OPERATOR_TOKEN: z.string().min(16).optional(),
  })
  .transform((settings) => ({ ...settings, GATEWAY_URL: settings.GATEWAY_URL ?? settings.PUBLIC_URL }));

export type ApiConfig = Readonly<z.output<typeof Settings>>;
export const readConfig = (env: NodeJS.ProcessEnv): ApiConfig => parseConfig(Settings, env);
