import { expect, test } from 'vitest';
import { createAppBridge, isInsideApp } from './app-bridge.ts';

type Listener = (event: { data: unknown; source: unknown }) => void;

function createPage(kind: 'android' | 'ios' | 'browser') {
  const sent: unknown[] = [];
  const listeners: Listener[] = [];
  const port = { postMessage: (json: string) => void sent.push(JSON.parse(json)) };
  const app = {
    android: { VigilApp: port },
    ios: { webkit: { messageHandlers: { vigil: port } } },
    browser: { webkit: {} },
  }[kind];
  const own = { ...app, addEventListener: (_: string, listener: Listener) => void listeners.push(listener) };
  const post = (data: unknown, source: unknown = null) => listeners.forEach((listener) => listener({ data, source }));
  return { own: own as unknown as Window, sent, post };
}

const session = { token: 't', expiresAt: '2026-01-01T00:00:00Z', language: 'ko' };

test.each(['android', 'ios'] as const)('a session is announced once, and again with each later end (%s)', (kind) => {
  const { own, sent } = createPage(kind);
  const bridge = createAppBridge({ window: own, user: () => 7 });
  bridge?.announce(session);
  bridge?.announce(session);
  bridge?.announce({ ...session, expiresAt: '2026-01-01T03:00:00Z' });
  const auth = { type: 'WEB_AUTH', token: 't', lang: 'ko' };
  expect(sent).toEqual([
    { ...auth, expires_at: '2026-01-01T00:00:00Z' },
    { ...auth, expires_at: '2026-01-01T03:00:00Z' },
  ]);
});

test('WEB_CHECK is answered with the user of the moment, as text or as an object', () => {
  const { own, sent, post } = createPage('android');
  let user: number | null = null;
  createAppBridge({ window: own, user: () => user });
  post('{"type":"WEB_CHECK"}');
  user = 7;
  post({ type: 'WEB_CHECK' }, own);
  expect(sent).toEqual([
    { type: 'WEB_CHECK', signed_in: false, user_pk: null },
    { type: 'WEB_CHECK', signed_in: true, user_pk: 7 },
  ]);
});

test('answers, other messages and frames inside the page are not answered', () => {
  const { own, sent, post } = createPage('ios');
  createAppBridge({ window: own, user: () => 7 });
  for (const data of ['{', 'null', { type: 'OTHER' }, { type: 'WEB_CHECK', signed_in: true, user_pk: 7 }]) post(data);
  post({ type: 'WEB_CHECK' }, {});
  expect(sent).toEqual([]);
});

test('an ordinary browser has no bridge', () => {
  const { own } = createPage('browser');
  expect([isInsideApp(own), createAppBridge({ window: own, user: () => null })]).toEqual([false, null]);
  expect(isInsideApp(createPage('ios').own)).toBe(true);
});
