import { z } from 'zod';

/** An invalid setting. The message is one line with the name of the setting and the reason. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Parses the environment once into a frozen value; unknown variables are ignored, empty ones count as absent. */
export function parseConfig<S extends z.ZodType>(schema: S, env: NodeJS.ProcessEnv): Readonly<z.output<S>> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return Object.freeze(parsed.data);
  const [issue] = parsed.error.issues;
  throw new ConfigError(`${issue?.path.join('.') ?? 'setting'}: ${issue?.message ?? 'not valid'}`);
}

export const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);
export const flag = (fallback: boolean) =>
  z
    .enum(['0', '1', 'true', 'false'])
    .transform((value) => value === '1' || value === 'true')
    .default(fallback);

/** Settings that every server process has. */
export const commonSettings = {
  REDIS_URL: z.url().default('redis://127.0.0.1:6379'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** Proxies whose X-Forwarded-For header is trusted, separated by commas; none by default. */
  TRUST_PROXY: z.string().default(''),
};

export const databaseSettings = {
  DATABASE_URL: z.url(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
};
