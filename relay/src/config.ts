import { commonSettings, parseConfig, portSetting } from '@vigil/shared/platform/config';
import * as z from 'zod';

/** The environment of a relay; docs/operations.md describes each. */
export const RelaySettings = z.object({
  ...commonSettings,
  RELAY_HOST: z.string().default('127.0.0.1'),
  RELAY_PORT: portSetting(8084),
  /** The operators' address: health with details, and metrics. */
  RELAY_OPERATOR_HOST: z.string().default('127.0.0.1'),
  RELAY_OPERATOR_PORT: portSetting(8184),
  /** Megabytes a second that this relay passes on for one session, and for the sessions of one company. */
  RELAY_MB_PER_SESSION: z.coerce.number().positive().default(8),
  RELAY_MB_PER_COMPANY: z.coerce.number().positive().default(32),
});

export type RelayConfig = Readonly<z.output<typeof RelaySettings>>;
export const readConfig = (env: NodeJS.ProcessEnv): RelayConfig => parseConfig(RelaySettings, env);
