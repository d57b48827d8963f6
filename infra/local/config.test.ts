import { expect, test } from 'vitest';
import { parseLocalConfig, settingsTable } from './config.ts';

const parse = (args: string[] = [], env: NodeJS.ProcessEnv = {}) => {
  const config = parseLocalConfig(args, env);
  if (config === 'help') throw new Error('unexpected help');
  return config;
};

test('everything has a default', () => {
  expect(parse()).toMatchObject({ PORT: 8080, HOST: '0.0.0.0', SIM_AGENTS: 50, REAL_AGENT: '1', TRUST_PROXY: '' });
});

test('a flag wins over the environment, and an empty variable counts as absent', () => {
  expect(parse(['--port', '9000'], { PORT: '7000', SMTP_URL: '' })).toMatchObject({ PORT: 9000 });
});

test.each([
  [{ PORT: 'http' }, /^PORT /u],
  [{ PORT: '70000' }, /^PORT /u],
  [{ DATABASE_URL: 'mysql://localhost/x' }, /^DATABASE_URL has to look like postgres:/u],
  [{ REDIS_URL: 'localhost:6379' }, /^REDIS_URL has to look like redis:/u],
  [{ PUBLIC_URL: 'ftp://x.example' }, /^PUBLIC_URL has to begin with http/u],
  [{ SMTP_URL: 'http://x.example' }, /^SMTP_URL has to look like smtp:/u],
  [{ TLS_CERT: 'cert.pem' }, /^TLS_CERT and TLS_KEY belong together/u],
  [{ REAL_AGENT: 'yes' }, /^REAL_AGENT /u],
  [{ ADMIN_PASSWORD: 'short' }, /^ADMIN_PASSWORD has to be 8-12 characters/u],
  [{ ADMIN_PASSWORD: 'long-enough-but-plain' }, /^ADMIN_PASSWORD has to be 8-12 characters/u],
  [{ ADMIN_ID: 'a b' }, /^ADMIN_ID is not a valid ID/u],
])('%o is refused with one line that names it', (env, message) => {
  expect(() => parse([], env)).toThrow(message);
  expect(() => parse([], env)).not.toThrow(/\n/u);
});

test('an unknown flag is refused', () => {
  expect(() => parse(['--prot', '1'])).toThrow(/--prot/u);
});

test('--help lists every setting with its default', () => {
  expect(parseLocalConfig(['--help'], {})).toBe('help');
  expect(settingsTable()).toMatch(/--port\s+PORT\s+the one public port \[8080\]/u);
});
