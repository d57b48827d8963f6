import { FrameFormat } from '@vigil/shared/contract/events/agent-down/capture';
import { commonSettings, parseConfig, portSetting, webUrl } from '@vigil/shared/platform/config';
import * as z from 'zod';

/** The environment of a gateway; docs/operations.md describes each. */
export const GatewaySettings = z
  .object({
    ...commonSettings,
    GATEWAY_HOST: z.string().default('127.0.0.1'),
    GATEWAY_PORT: portSetting(8082),
    /** The operators' address: health with details, and metrics. */
    GATEWAY_OPERATOR_HOST: z.string().default('127.0.0.1'),
    GATEWAY_OPERATOR_PORT: portSetting(8182),
    /** Path of the key ring; its public half is enough. */
    KEYS_FILE: z.string(),
    /** Only pages of this origin may open sockets; without it, pages of the host that is called. */
    PUBLIC_URL: webUrl().optional(),
    /** Multiplies everything that agents may send and how often they may connect; a benchmark sets a very large one. */
    AGENT_BUDGET_FACTOR: z.coerce.number().positive().default(1),
    /** Megabytes a second that this gateway spends on frames, for one browser, the browsers of one company, and all. */
    FRAME_MB_PER_BROWSER: z.coerce.number().positive().default(4),
    FRAME_MB_PER_COMPANY: z.coerce.number().positive().default(8),
    FRAME_MB_PER_GATEWAY: z.coerce.number().positive().default(32),
    /** In which frames are asked for, where all viewers decode it; the others get jpg. */
    FRAME_FORMAT: FrameFormat.default('jpg'),
    TLS_CERT: z.string().optional(),
    TLS_KEY: z.string().optional(),
  })
  // With one of them agents would be served without encryption.
  .refine(({ TLS_CERT, TLS_KEY }) => (TLS_CERT === undefined) === (TLS_KEY === undefined), {
    path: ['TLS_CERT'],
    error: 'and TLS_KEY belong together: give both or none',
  });

export type GatewayConfig = Readonly<z.output<typeof GatewaySettings>>;
export const readConfig = (env: NodeJS.ProcessEnv): GatewayConfig => parseConfig(GatewaySettings, env);
