import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const needed = { DATABASE_URL: 'postgres://none', KEYS_FILE: 'none' };

test('nothing is reached from other computers unless an address for that is set', () => {
  expect(readConfig(needed, {})).toMatchObject({ WORKERS_HOST: '127.0.0.1' });
});

test.each([
  [{ DATABASE_URL: '' }, 'DATABASE_URL is missing'],
  [{ KEYS_FILE: '' }, 'KEYS_FILE is missing'],
  [{ WORKERS_PORT: '65536' }, 'WORKERS_PORT has to be at most 65535, not 65536'],
  [{ QUEUES: 'commands,mails' }, 'QUEUES has to list some of .*'],
  [{ CONCURRENCY: '0' }, 'CONCURRENCY has to be at least 1, not 0'],
  [{ SMTP_URL: 'mail.example.org' }, 'SMTP_URL has to look like smtp://.*'],
  [{ MAIL_FROM: 'Vigil' }, 'MAIL_FROM has to be an e-mail address, or a name and an address in <>'],
  [{ PUBLIC_URL: 'x' }, 'PUBLIC_URL has to begin with http:// or https://'],
  [{ USAGE_DAYS: 'x' }, 'USAGE_DAYS has to be a number'],
  [{ USAGE_DAYS: '1.5' }, 'USAGE_DAYS has to be a whole number, not 1.5'],
  [{ USAGE_DAYS: '2000' }, 'USAGE_DAYS has to be at most 1200, not 2000'],
])('%o is refused with one line that names the setting and its rule', (env, message) => {
  expect(() => readConfig({ ...needed, ...env }, {})).toThrow(new RegExp(`^${message}$`, 'u'));
});
