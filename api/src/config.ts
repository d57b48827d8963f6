import { z } from 'zod';
import { commonSettings, databaseSettings, flag, parseConfig, port } from '@vigil/shared/platform/config';

const tilesUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part)), 'has to contain {z}, {x} and {y}');

const Settings = z.object({
  ...commonSettings,
  ...databaseSettings,
  API_HOST: z.string().default('127.0.0.1'),
  API_PORT: port(8081),
  /** The operator's address: health with details, metrics, the queue board, and the development mailbox. */
  API_OPERATOR_HOST: z.string().default('127.0.0.1'),
  API_OPERATOR_PORT: port(8181),
  /** Where people and agents reach the service: links in mail and the address of the gateway are made from it. */
  PUBLIC_URL: z.url().default('http://localhost:8080'),
  /** Where agents find the gateway, when that is not PUBLIC_URL. */
  GATEWAY_URL: z.url().optional(),
  KEYS_FILE: z.string(),
  /** Multiplies every rate limit; tests that sign in a thousand times a minute raise it. */
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  /** Folder for mail without a mail server. With MAIL_OUTBOX_KEY, `/outbox?key=…` of the operator's address shows it. */
  MAIL_OUTBOX_DIR: z.string().optional(),
  MAIL_OUTBOX_KEY: z.string().min(16).optional(),
  WEB_DIR: z.string().optional(),
  /** Output folder of `npm run pack:agents`; without it there are no downloads. */
  DOWNLOADS_DIR: z.string().optional(),
  /** Run by one company for itself: no sign-up, no licence registration, no notices. */
  STANDALONE: flag(false),
  /** Whether access tickets are in use. */
  TICKETS: flag(false),
  /** Where maps come from, with `{z}`, `{x}` and `{y}` in it; `off` for no maps. */
  MAP_TILES_URL: z.union([z.literal('off'), tilesUrl]).default('https://tile.openstreetmap.org/{z}/{x}/{y}.png'),
  MAP_ATTRIBUTION: z.string().default('© OpenStreetMap contributors'),
  /** Recipient of partner applications; without it, no mail is sent. */
  OPERATOR_MAIL: z.email().optional(),
  /** Opens `/ops/queues` on the operator's address. */
  OPERATOR_TOKEN: z.string().min(16).optional(),
});

export type ApiConfig = Readonly<z.output<typeof Settings>>;
export const readConfig = (env: NodeJS.ProcessEnv): ApiConfig => parseConfig(Settings, env);
