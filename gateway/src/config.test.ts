import { logLevelIn } from '@vigil/shared/platform/config';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const needed = { KEYS_FILE: 'none' };

test('nothing is reached from other computers unless an address for that is set', () => {
  expect(readConfig(needed)).toMatchObject({ GATEWAY_HOST: '127.0.0.1', GATEWAY_OPERATOR_HOST: '127.0.0.1' });
});

test.each([
  [{ REDIS_URL: 'http://localhost' }, 'REDIS_URL has to look like redis://.*'],
  [{ GATEWAY_PORT: '-1' }, 'GATEWAY_PORT has to be at least 0, not -1'],
  [{ GATEWAY_OPERATOR_PORT: 'x' }, 'GATEWAY_OPERATOR_PORT has to be a number'],
  [{ KEYS_FILE: '' }, 'KEYS_FILE is missing'],
  [{ PUBLIC_URL: 'vigil.example.org' }, 'PUBLIC_URL has to begin with http:// or https://'],
  [{ AGENT_BUDGET_FACTOR: '0' }, 'AGENT_BUDGET_FACTOR has to be above 0, not 0'],
  [{ AGENT_BUDGET_FACTOR: 'many' }, 'AGENT_BUDGET_FACTOR has to be a number'],
  [{ TLS_CERT: 'cert.pem' }, 'TLS_CERT and TLS_KEY belong together: give both or none'],
  [{ TLS_KEY: 'key.pem', TLS_CERT: '' }, 'TLS_CERT and TLS_KEY belong together: give both or none'],
  [
    { TRUST_PROXY: 'balancer.example.org' },
    'TRUST_PROXY has to be addresses, networks such as 10.0.0.0/8, or loopback, .*',
  ],
  [{ TRUST_PROXY: '10.0.0.1,10.0.0.0/33' }, 'TRUST_PROXY has to be .*'],
])('%o is refused with one line that names the setting and its rule', (env, message) => {
  expect(() => readConfig({ ...needed, ...env })).toThrow(new RegExp(`^${message}$`, 'u'));
});

test('spaces between trusted proxies are no part of them', () => {
  expect(readConfig({ ...needed, TRUST_PROXY: ' loopback, 10.0.0.0/8 , ::1' }).TRUST_PROXY).toBe(
    'loopback,10.0.0.0/8,::1',
  );
});

test.each(['', 'loud'])('the log of a process has a level before its settings are judged: %j', (LOG_LEVEL) => {
  expect([logLevelIn({ LOG_LEVEL }), logLevelIn({ LOG_LEVEL }, 'silent')]).toEqual(['info', 'silent']);
  expect(logLevelIn({ LOG_LEVEL: 'debug' })).toBe('debug');
});
