import type { PasswordMax } from '@vigil/shared/contract/password-maxima';
import {
  commonSettings,
  databaseSettings,
  booleanSetting,
  parseConfig,
  portSetting,
  webUrl,
} from '@vigil/shared/platform/config';
import * as z from 'zod';
import { isErrorCollectorDsn } from './features/client-errors/error-collector.ts';

const hasTiles = (url: string): boolean =>
  /^https?:$/u.test(URL.parse(url)?.protocol ?? '') && ['{z}', '{x}', '{y}'].every((part) => url.includes(part));

const version = () =>
  z
    .string()
    .regex(/^\d+(\.\d+){0,3}$/u, { error: 'has to be numbers with dots, such as 1.4.0' })
    .default('1.0.0');

/**
 * What a browser opens itself; the address of a viewer is put into a frame, and its scheme into the policy of all
 * pages.
 */
const foreignSchemes = new Set(['javascript', 'data', 'http', 'https', 'blob', 'file', 'about', 'ws', 'wss']);

/** The environment of the API; docs/operations.md describes each. */
export const ApiSettings = z.object({
  ...commonSettings,
  ...databaseSettings,
  API_HOST: z.string().default('127.0.0.1'),
  API_PORT: portSetting(8081),
  /** The operator's address: health with details, metrics, the queue board, and the development mailbox. */
  API_OPERATOR_HOST: z.string().default('127.0.0.1'),
  API_OPERATOR_PORT: portSetting(8181),
  /** Where people and agents reach the service: links in mail and the address of the gateway are made from it. */
  PUBLIC_URL: webUrl().default('http://localhost:8080'),
  /** Where agents find the gateway, when that is not PUBLIC_URL. */
  GATEWAY_URL: webUrl().optional(),
  /** Where browsers and agents find the relays of remote desktops, when that is not where they reach the service. */
  RELAY_URL: webUrl().optional(),
  KEYS_FILE: z.string(),
  /** Multiplies every rate limit; tests that sign in a thousand times a minute raise it. */
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  /**
   * Folder for mail without a mail server. With MAIL_OUTBOX_KEY, `/outbox?key=…` of the operator's address shows it.
   */
  MAIL_OUTBOX_DIR: z.string().optional(),
  MAIL_OUTBOX_KEY: z.string().min(16).optional(),
  WEB_DIR: z.string().optional(),
  /** Output folder of `npm run pack:agents`; without it there are no downloads. */
  DOWNLOADS_DIR: z.string().optional(),
  /**
   * The largest file of an application, and what those of a company, of one that has the free trial only, and of all
   * may use together, in MB.
   */
  APPLICATION_MAX_MB: z.coerce.number().int().min(1).max(10_240).default(1_024),
  APPLICATION_TOTAL_MB: z.coerce.number().int().min(1).max(1_048_576).default(10_240),
  APPLICATION_TRIAL_MB: z.coerce.number().int().min(1).max(1_048_576).default(200),
  APPLICATION_ALL_COMPANIES_MB: z.coerce.number().int().min(1).max(104_857_600).default(51_200),
  /**
   * Folder of the data of Postgres, where that is on this computer: no files are taken while its disk is almost full.
   */
  DATABASE_DIR: z.string().optional(),
  /** The scheme of the addresses that open the external viewer, and the versions of it that are accepted and newest. */
  LAUNCH_SCHEME: z
    .string()
    .regex(/^[a-z][a-z0-9+.-]*$/u, { error: 'has to be a letter, then small letters, digits, +, . or -' })
    .refine((scheme) => !foreignSchemes.has(scheme), 'has to be a scheme of the viewer, which no browser opens itself')
    .default('vigil-remote'),
  VIEWER_MIN_VERSION: version(),
  VIEWER_VERSION: version(),
  /** Where users get the external viewer, and the mobile app; without them, the administrator is named. */
  VIEWER_URL: webUrl().optional(),
  MOBILE_STORE_ANDROID: webUrl().optional(),
  MOBILE_STORE_IOS: webUrl().optional(),
  /** Run by one company for itself: no sign-up, no licence registration, no notices. */
  STANDALONE: booleanSetting(false),
  /** Whether access tickets are in use. */
  TICKETS: booleanSetting(false),
  /** Whether users and groups can be imported from spreadsheets (spec 3 §2). */
  BULK_IMPORT: booleanSetting(true),
  /** Where maps come from, with `{z}`, `{x}` and `{y}` in it; `off` for no maps. */
  MAP_TILES_URL: z
    .string()
    .refine((value) => value === 'off' || hasTiles(value), 'has to be "off", or a web address with {z}, {x} and {y}')
    .default('https://tile.openstreetmap.org/{z}/{x}/{y}.png'),
  MAP_ATTRIBUTION: z.string().default('© OpenStreetMap contributors'),
  /** Page of the support chat, shown in a frame of the console; without it there is no chat. */
  SUPPORT_CHAT_URL: webUrl().optional(),
  /** Who takes payments for licences; `sandbox` moves no money, so that everybody gets licences for nothing. */
  PAYMENT_PROVIDER: z.enum(['none', 'sandbox']).default('none'),
  /** Page with questions about payments, linked from their history; without it there is no link. */
  PAYMENT_FAQ_URL: webUrl().optional(),
  /** The most characters of passwords in new companies, each of which may change it: 12 or 64 (decision 132). */
  PASSWORD_MAX: z
    .enum(['12', '64'])
    .transform((max) => Number(max) as PasswordMax)
    .default(12),
  /** Recipient of partner applications; without it, no mail is sent. */
  OPERATOR_MAIL: z.email().optional(),
  /** Project of a Sentry-compatible collector that also receives the errors of browsers. */
  ERROR_REPORT_DSN: z.string().refine(isErrorCollectorDsn, 'has to look like https://KEY@host/PROJECT').optional(),
  /** Opens `/ops/queues` on the operator's address. */
  OPERATOR_TOKEN: z.string().min(16).optional(),
});

export type ApiConfig = Readonly<z.output<typeof ApiSettings>>;
/** An installation of its own has no support of the operator's (spec 1 §2). */
export const supportChatUrlOf = ({ STANDALONE, SUPPORT_CHAT_URL }: ApiConfig): string =>
  STANDALONE ? '' : (SUPPORT_CHAT_URL ?? '');

/** In a frame of its own origin, the chat could do what the console can. */
const CheckedSettings = ApiSettings.refine(
  ({ SUPPORT_CHAT_URL: chat, PUBLIC_URL }) => chat === undefined || new URL(chat).origin !== new URL(PUBLIC_URL).origin,
  { path: ['SUPPORT_CHAT_URL'], error: 'has to be of another origin than PUBLIC_URL' },
);

export const readConfig = (env: NodeJS.ProcessEnv): ApiConfig => parseConfig(CheckedSettings, env);
