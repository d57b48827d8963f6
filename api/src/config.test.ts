import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const needed = { DATABASE_URL: 'postgres://localhost/vigil', KEYS_FILE: 'keys.json' };

test('an installation is shared, without tickets and with maps, unless it says otherwise', () => {
  expect(readConfig(needed)).toMatchObject({ STANDALONE: false, TICKETS: false });
  expect(readConfig(needed).MAP_TILES_URL).toMatch(/^https:/u);
  const own = { STANDALONE: '1', TICKETS: '1', MAP_TILES_URL: 'http://tiles.local:8090/{z}/{x}/{y}.png' };
  expect(readConfig({ ...needed, ...own })).toMatchObject({ STANDALONE: true, TICKETS: true });
  expect(readConfig({ ...needed, MAP_TILES_URL: 'off' }).MAP_TILES_URL).toBe('off');
});

test('nothing is reached from other computers unless an address for that is set', () => {
  expect(readConfig(needed)).toMatchObject({ API_HOST: '127.0.0.1', API_OPERATOR_HOST: '127.0.0.1' });
});

test.each([
  [{ DATABASE_URL: '' }, 'DATABASE_URL is missing'],
  [{ DATABASE_URL: 'mysql://host/name' }, 'DATABASE_URL has to look like postgres://.*'],
  [{ DATABASE_POOL: '201' }, 'DATABASE_POOL has to be at most 200, not 201'],
  [{ REDIS_URL: 'localhost:6379' }, 'REDIS_URL has to look like redis://.*'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL has to be one of trace, debug, .*, not "loud"'],
  [{ API_PORT: '70000' }, 'API_PORT has to be at most 65535, not 70000'],
  [{ API_OPERATOR_PORT: '1.5' }, 'API_OPERATOR_PORT has to be a whole number, not 1.5'],
  [{ KEYS_FILE: '' }, 'KEYS_FILE is missing'],
  [{ PUBLIC_URL: 'vigil.example.org' }, 'PUBLIC_URL has to begin with http:// or https://'],
  [{ GATEWAY_URL: 'ftp://x.example' }, 'GATEWAY_URL has to begin with http:// or https://'],
  [{ RATE_LIMIT_FACTOR: 'x' }, 'RATE_LIMIT_FACTOR has to be a number'],
  [{ MAIL_OUTBOX_KEY: 'short' }, 'MAIL_OUTBOX_KEY has to have at least 16 characters'],
  [{ LAUNCH_SCHEME: 'javascript' }, 'LAUNCH_SCHEME has to be a scheme of the viewer, which no browser opens itself'],
  [{ LAUNCH_SCHEME: 'https' }, 'LAUNCH_SCHEME has to be a scheme of the viewer, which no browser opens itself'],
  [
    { PUBLIC_URL: 'https://vigil.test', SUPPORT_CHAT_URL: 'https://vigil.test/chat' },
    'SUPPORT_CHAT_URL has to be of another origin than PUBLIC_URL',
  ],
  [{ LAUNCH_SCHEME: 'Vigil Remote' }, 'LAUNCH_SCHEME has to be a letter, .*'],
  [{ VIEWER_MIN_VERSION: 'new' }, 'VIEWER_MIN_VERSION has to be numbers with dots, such as 1.4.0'],
  [{ VIEWER_VERSION: '1..0' }, 'VIEWER_VERSION has to be numbers with dots, such as 1.4.0'],
  [{ VIEWER_URL: 'viewer' }, 'VIEWER_URL has to begin with http:// or https://'],
  [{ MOBILE_STORE_IOS: 'store' }, 'MOBILE_STORE_IOS has to begin with http:// or https://'],
  [{ STANDALONE: 'yes' }, 'STANDALONE has to be one of 0, 1, true, false, not "yes"'],
  [{ TICKETS: '2' }, 'TICKETS has to be one of 0, 1, true, false, not "2"'],
  [{ MAP_TILES_URL: 'tiles.local/{z}/{x}/{y}.png' }, 'MAP_TILES_URL .*'],
  [{ MAP_TILES_URL: 'javascript:{z}{x}{y}' }, 'MAP_TILES_URL .*'],
  [{ MAP_TILES_URL: 'https://tiles.local/{z}.png' }, 'MAP_TILES_URL has to be "off", or a web address with .*'],
  [{ SUPPORT_CHAT_URL: 'ftp://x' }, 'SUPPORT_CHAT_URL has to begin with http:// or https://'],
  [{ OPERATOR_MAIL: 'operator' }, 'OPERATOR_MAIL has to be an e-mail address'],
  [{ ERROR_REPORT_DSN: 'https://errors.local/7' }, 'ERROR_REPORT_DSN has to look like https://KEY@host/PROJECT'],
  [{ OPERATOR_TOKEN: 'short' }, 'OPERATOR_TOKEN has to have at least 16 characters'],
  [
    { TRUST_PROXY: 'balancer.example.org' },
    'TRUST_PROXY has to be addresses, networks such as 10.0.0.0/8, or loopback, .*',
  ],
  [{ TRUST_PROXY: '10.0.0.1,10.0.0.0/33' }, 'TRUST_PROXY has to be .*'],
])('%o is refused with one line that names the setting and its rule', (env, message) => {
  expect(() => readConfig({ ...needed, ...env })).toThrow(new RegExp(`^${message}$`, 'u'));
});
