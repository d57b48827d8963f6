import { z } from 'zod';
import { commonSettings, databaseSettings, parseConfig, port } from '@vigil/shared/platform/config';

const Settings = z.object({
  ...commonSettings,
  ...databaseSettings,
  API_HOST: z.string().default('127.0.0.1'),
  API_PORT: port(8081),
  /** Where people reach the service: links in mail are made from it. */
  PUBLIC_URL: z.url().default('http://localhost:8080'),
  /** Where agents find the gateway, when that is not where they reached the API. */
  GATEWAY_URL: z.url().optional(),
  KEYS_FILE: z.string(),
  WEB_DIR: z.string().optional(),
  /** Answers `/metrics` and `/ops/*` on the API's own port; a load balancer must not pass them on. */
  OPERATOR_TOKEN: z.string().min(16).optional(),
});

export type ApiConfig = Readonly<z.output<typeof Settings>>;
export const readConfig = (env: NodeJS.ProcessEnv): ApiConfig => parseConfig(Settings, env);
