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

test.each(['tiles.local/{z}/{x}/{y}.png', 'https://tiles.local/{z}.png', 'javascript:{z}{x}{y}'])(
  'a server of map tiles at %s stops the start',
  (MAP_TILES_URL) => {
    expect(() => readConfig({ ...needed, MAP_TILES_URL })).toThrow(/^MAP_TILES_URL: /u);
  },
);
