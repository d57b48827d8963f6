import * as z from 'zod';
import { parseAddressRule } from '../domain/ip-addresses.ts';

/** An invalid setting. The message is one line with the name of the setting and its rule. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The rule that a value breaks. Values are repeated only where they cannot be secret. */
const ruleOf = (issue: z.core.$ZodRawIssue): string => {
  if (issue.input === undefined) return 'is missing';
  const input = JSON.stringify(issue.input);
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' ? `has to be a whole number, not ${input}` : 'has to be a number';
    case 'too_small':
      if (issue.origin === 'string') return `has to have at least ${issue.minimum} characters`;
      return `has to be ${issue.inclusive === false ? 'above' : 'at least'} ${issue.minimum}, not ${input}`;
    case 'too_big':
      return `has to be at most ${issue.maximum}, not ${input}`;
    case 'invalid_value':
      return `has to be one of ${issue.values.join(', ')}, not ${input}`;
    case 'invalid_format':
      return issue.format === 'email' ? 'has to be an e-mail address' : `is not valid (${issue.format})`;
    default:
      return 'is not valid';
  }
};

/** Parses the environment once into a frozen value; unknown variables are ignored, empty ones count as absent. */
export function parseConfig<S extends z.ZodType>(schema: S, env: NodeJS.ProcessEnv): Readonly<z.output<S>> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given, { error: ruleOf });
  if (parsed.success) return Object.freeze(parsed.data);
  const [issue] = parsed.error.issues;
  throw new ConfigError(`${String(issue?.path[0] ?? 'setting')} ${issue?.message ?? 'is not valid'}`);
}

export const portSetting = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);
export const booleanSetting = (fallback: boolean) =>
  z
    .enum(['0', '1', 'true', 'false'])
    .transform((value) => value === '1' || value === 'true')
    .default(fallback);

/** The address of a site. */
export const webUrl = () => z.url({ protocol: /^https?$/u, error: 'has to begin with http:// or https://' });

const redisUrl = z.url({ protocol: /^rediss?$/u, error: 'has to look like redis://:password@host:6379' });
const databaseUrl = z.url({
  protocol: /^postgres(?:ql)?$/u,
  error: ({ input }) =>
    input === undefined ? 'is missing' : 'has to look like postgres://user:password@host:5432/name',
});

export const logLevel = z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']);

/**
 * The level of a log that begins before the settings are judged: one that does not exist is refused by them, in a line
 * of that log.
 */
export const logLevelIn = ({ LOG_LEVEL }: NodeJS.ProcessEnv, fallback: z.infer<typeof logLevel> = 'info') =>
  logLevel.safeParse(LOG_LEVEL).data ?? fallback;

/** Networks that have a name (proxy-addr). */
const namedNetworks: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);
const isNetwork = (text: string): boolean => namedNetworks.has(text) || parseAddressRule(text) !== null;

const networks = z
  .string()
  .transform((list) => list.split(',').map((entry) => entry.trim()))
  .refine((entries) => entries.every(isNetwork), {
    error: 'has to be addresses, networks such as 10.0.0.0/8, or loopback, separated by commas',
  })
  .transform((entries) => entries.join(','));

/** Settings that every server process has. */
export const commonSettings = {
  REDIS_URL: redisUrl.default('redis://127.0.0.1:6379'),
  /** 1: start also with a Redis that throws data away when its memory is full. */
  REDIS_ALLOW_EVICTION: z
    .enum(['0', '1'])
    .default('0')
    .transform((value) => value === '1'),
  LOG_LEVEL: logLevel.default('info'),
  /** Proxies whose X-Forwarded-For header is trusted, separated by commas; none by default. */
  TRUST_PROXY: networks.default(''),
};

export const databaseSettings = {
  DATABASE_URL: databaseUrl,
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
};

/**
 * The program that `npm start` runs before anything else starts: it ends with 1 and one line when a setting breaks its
 * rule.
 */
export function exitOnInvalidSettings(read: (env: NodeJS.ProcessEnv) => unknown): void {
  try {
    read(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
