import { readInstallationSettings } from '@vigil/shared/contract/http/settings';
import { expect } from 'vitest';
import { createPublicApp } from '../../app.ts';
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
    VIEWER_URL: 'https://viewer.example.com',
  });
  const app = await createPublicApp({ ...api.deps, config });
  const reply = await app.inject({ method: 'GET', url: '/lmm/api/v1.0/settings' });
  await app.close();
  expect(readInstallationSettings.objects.parse(reply.json<{ objects: unknown }>().objects)).toEqual({
    standalone: true,
    tickets: true,
    bulk_import: true,
    map_tiles_url: 'https://tiles.example.com/{z}/{x}/{y}.png',
    map_attribution: 'Example',
    support_chat_url: '',
    file_viewer: true,
    payment_faq_url: '',
    password_max: 12,
  });
  expect(reply.headers['content-security-policy']).toMatch(/img-src [^;]*https:\/\/tiles\.example\.com(;|$)/u);
});

test('the support chat is off unless an origin is set, which is then the only one of frames beside the scheme of the viewer', async ({
  api,
}) => {
  const chat = { SUPPORT_CHAT_URL: 'https://chat.example.com/widget?site=7' };
  const answerTo = async (env: Record<string, string>) => {
    const config = readConfig({ DATABASE_URL: api.deps.config.DATABASE_URL, KEYS_FILE: 'none', ...env });
    const app = await createPublicApp({ ...api.deps, config });
    const reply = await app.inject({ method: 'GET', url: '/lmm/api/v1.0/settings' });
    await app.close();
    const { support_chat_url } = readInstallationSettings.objects.parse(reply.json<{ objects: unknown }>().objects);
    const [, frames] = /frame-src ([^;]*)/u.exec(String(reply.headers['content-security-policy'])) ?? [];
    return { support_chat_url, frames };
  };
  const viewer = 'vigil-remote:';
  const off = { support_chat_url: '', frames: viewer };
  expect(await answerTo({})).toEqual(off);
  expect(await answerTo(chat)).toEqual({
    support_chat_url: chat.SUPPORT_CHAT_URL,
    frames: `${viewer} https://chat.example.com`,
  });
  expect(await answerTo({ ...chat, STANDALONE: '1' })).toEqual(off);
});
