import path from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { ROOT } from './runtime.ts';
import { StartProblem } from './start-problem.ts';

function count(least: number, most: number) {
  const error = ({ input }: { input?: unknown }): string =>
    `has to be a number from ${least} to ${most}, not "${String(input)}"`;
  return z
    .string()
    .regex(/^\d+$/u, { error })
    .transform(Number)
    .pipe(z.number({ error }).min(least, { error }).max(most, { error }));
}
const optional = z.string().min(1).optional();
const database = z.url({
  protocol: /^postgres(?:ql)?$/u,
  error: 'has to look like postgres://user:password@host:5432/name',
});
const webUrl = () => z.url({ protocol: /^https?$/u, error: 'has to begin with http:// or https://' });
const redis = z.url({ protocol: /^rediss?$/u, error: 'has to look like redis://:password@host:6379' });

// The rules of sign-up (spec 1 §5), so that the start does not fail halfway; the first run checks them again.
const LOGIN_ID = /^[A-Za-z0-9@._-]{4,38}$/u;
const PASSWORD = /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[#?!@$%^&*-]).{8,12}$/u;

/** Every setting of the local run: `npm start -- --port 9000`, or PORT=9000 in the environment. */
export const LocalSettings = z
  .object({
    PORT: count(1, 65_535).default(8080).describe('the one public port'),
    HOST: z.string().min(1).default('0.0.0.0').describe('address to listen on; 127.0.0.1 keeps other machines out'),
    DATA_DIR: z
      .string()
      .min(1)
      .default('.data')
      .describe('everything that is kept: database, Redis, keys, files, logs'),
    DATABASE_URL: database.optional().describe('a Postgres 15 or later; without it one is started in DATA_DIR'),
    REDIS_URL: redis.optional().describe('a Redis 7 or later; without it one is started in DATA_DIR'),
    REDIS_ALLOW_EVICTION: z
      .enum(['0', '1'])
      .default('0')
      .describe('1 also takes a Redis that throws data away when its memory is full'),
    PUBLIC_URL: webUrl().optional().describe('how people and agents reach this server; for links in mail'),
    ADMIN_ID: z
      .string()
      .regex(LOGIN_ID, { error: 'is not a valid ID' })
      .default('admin@vigil.local')
      .describe('sign-in of the first administrator; first run only'),
    ADMIN_PASSWORD: z
      .string()
      .regex(PASSWORD, {
        error: 'has to be 8-12 characters with a capital letter, a small letter, a digit and one of #?!@$%^&*-',
      })
      .optional()
      .describe('of the first administrator, 8-12 characters; first run only, else random and printed once'),
    SIM_AGENTS: count(0, 50_000).default(50).describe('size of the simulated fleet; 0 = none'),
    REAL_AGENT: z.enum(['0', '1']).default('1').describe('1 enrols this machine with the real agent'),
    AGENT_PACKAGES: z
      .enum(['archives', 'light'])
      .default('archives')
      .describe('archives makes agents with their own runtime once it runs, for which npm fetches some; light never'),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/u, error: 'has to look like smtp://user:password@host:587' })
      .optional()
      .describe('mail server; without it mail goes to a page whose address is printed'),
    PAYMENT_PROVIDER: z
      .enum(['none', 'sandbox'])
      .default('sandbox')
      .describe('who takes payments for licences; the sandbox moves no money'),
    TLS_CERT: optional.describe('certificate file (PEM): serve HTTPS and WSS'),
    TLS_KEY: optional.describe('its key file (PEM)'),
    TRUST_PROXY: z.string().default('').describe('addresses or CIDRs, by comma, that may say who the client is'),
    GATEWAYS: count(1, 32).default(1).describe('gateway processes'),
    PROXIES: count(1, 8)
      .default(1)
      .describe('processes on the public port; each agent takes two of the open files that a process may have'),
    WORKERS: count(1, 32).default(1).describe('worker processes'),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error']).default('info').describe('of DATA_DIR/logs/*.log'),
  })
  .refine((given) => (given.TLS_CERT === undefined) === (given.TLS_KEY === undefined), {
    path: ['TLS_CERT'],
    error: 'and TLS_KEY belong together: give both or none',
  });

export type LocalConfig = Readonly<z.output<typeof LocalSettings>>;

type Name = keyof typeof LocalSettings.shape;
const NAMES = Object.keys(LocalSettings.shape) as Name[];

const flagOf = (name: Name): string => name.toLowerCase().replaceAll('_', '-');

/**
 * Flags win over the environment.
 * @returns `help` when the table was asked for
 * @throws StartProblem of one line that says which setting is wrong, and why
 */
export function parseLocalConfig(args: readonly string[], env: NodeJS.ProcessEnv): LocalConfig | 'help' {
  const flags = parseFlags(args);
  if (flags['help'] === true) return 'help';
  const given = NAMES.map((name) => [name, flags[flagOf(name)] ?? env[name]] as const);
  const parsed = LocalSettings.safeParse(
    Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== '')),
  );
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartProblem(`${issue?.path.join('.') ?? 'setting'} ${issue?.message ?? 'is not valid'}`);
  }
  return Object.freeze({ ...parsed.data, DATA_DIR: path.resolve(ROOT, parsed.data.DATA_DIR) });
}

function parseFlags(args: readonly string[]): Record<string, string | boolean | undefined> {
  const strings = NAMES.map((name) => [flagOf(name), { type: 'string' }] as const);
  const options = { help: { type: 'boolean', short: 'h' } as const, ...Object.fromEntries(strings) };
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new StartProblem(`${error instanceof Error ? error.message.split('\n')[0] : String(error)} (see --help)`);
  }
}

/** The table that `--help` prints; docs/operations.md has the same settings. */
export function settingsTable(): string {
  const rows = NAMES.map((name) => {
    const schema = LocalSettings.shape[name];
    const fallback = schema.safeParse(undefined).data;
    const preset = fallback === undefined || fallback === '' ? '' : ` [${String(fallback)}]`;
    return `  --${flagOf(name).padEnd(16)}${name.padEnd(17)}${schema.description ?? ''}${preset}`;
  });
  return ['npm start -- [flags]', '', ...rows].join('\n');
}
