import { expect } from 'vitest';
import { readSettings } from '@vigil/shared/contract/http/settings';
import { createApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { apiTest } from '../../testing/fixture.ts';

const test = apiTest();

test('settings of the installation are public, and its map tiles are allowed to load', async ({ api }) => {
  const config = readConfig({
    DATABASE_URL: api.deps.config.DATABASE_URL,
    KEYS_FILE: 'none',
    STANDALONE: '1',
    TICKETS: '1',
    MAP_TILES_URL: 'https://tiles.example.com/{z}/{x}/{y}.png',
    MAP_ATTRIBUTION: 'Example',
  });
  const app = await createApp({ ...api.deps, config });
  const reply = await app.inject({ method: 'GET', url: '/lmm/api/v1.0/settings' });
  await app.close();
  expect(readSettings.objects.parse(reply.json<{ objects: unknown }>().objects)).toEqual({
    standalone: true,
    tickets: true,
    map_tiles_url: 'https://tiles.example.com/{z}/{x}/{y}.png',
    map_attribution: 'Example',
  });
  expect(reply.headers['content-security-policy']).toMatch(/img-src [^;]*https:\/\/tiles\.example\.com(;|$)/u);
});
