import type { Preference, StoredPreference } from '@vigil/shared/contract/http/preferences';
import type { UserPk } from '@vigil/shared/contract/ids';
import { createStore } from 'jotai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiProblem, unreachableProblem } from '../../lib/api-problem.ts';
import type { Api } from '../../lib/api.ts';
import { fakeStorage } from '../../lib/fake-storage.test-support.ts';
import { createPreferenceSync } from './preference-sync.ts';
import { changePreferenceAtom, preferencesAtom } from './preferences.ts';

const [ANN, BOB] = [1, 2] as UserPk[] as [UserPk, UserPk];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The preferences of one user on a server, read and written through the calls of the client. */
function createServer() {
  const stored = new Map<string, StoredPreference>();
  const written: [string, unknown, keepalive: boolean][] = [];
  let failure: Error | null = null;
  const call = async (
    { method }: { method: string },
    input: { params?: { key: string }; body?: Pick<Preference, 'value'> } = {},
    { keepalive = false } = {},
  ) => {
    if (failure) throw failure;
    if (method === 'GET') return { objects: [...stored.values()], meta: {} };
    const row = {
      key: input.params?.key ?? '',
      value: input.body?.value ?? null,
      updated_at: new Date().toISOString(),
    };
    written.push([row.key, row.value, keepalive]);
    stored.set(row.key, row);
    return { objects: [row], meta: {} };
  };
  return { call: call as unknown as Api['call'], written, fail: (error: Error | null) => void (failure = error) };
}

/** A browser in which one user is signed in. */
function openBrowser(server: ReturnType<typeof createServer>, { user = ANN, storage = fakeStorage() } = {}) {
  const store = createStore();
  const sync = createPreferenceSync({ store, call: server.call, storage });
  sync.begin(user);
  return {
    sync,
    storage,
    change: (value: string) => store.set(changePreferenceAtom, 'view', value),
    view: () => store.get(preferencesAtom).book['view']?.value ?? null,
  };
}
const written = () => vi.advanceTimersByTimeAsync(1_000);

test('changes are written together a moment later, and read by another browser', async () => {
  const server = createServer();
  const here = openBrowser(server);
  here.change('icon');
  here.change('live');
  expect(server.written).toEqual([]);
  await written();
  expect(server.written).toEqual([['view', 'live', false]]);
  const there = openBrowser(server);
  await there.sync.refresh();
  expect(there.view()).toBe('live');
  there.change('table');
  await written();
  await here.sync.refresh();
  expect(here.view()).toBe('table');
  expect(server.written).toHaveLength(2);
});

test('a page that closes sends its last change, even if it does not stay for the answer', () => {
  const server = createServer();
  const { change, sync } = openBrowser(server);
  change('icon');
  sync.flush();
  expect(server.written).toEqual([['view', 'icon', true]]);
});

test('a change that did not reach the server is kept in the browser, and sent when it can be reached', async () => {
  const server = createServer();
  server.fail(unreachableProblem('network', null));
  const { change, storage } = openBrowser(server);
  change('icon');
  await written();
  const later = openBrowser(server, { storage });
  expect(later.view()).toBe('icon');
  server.fail(null);
  await later.sync.refresh();
  await written();
  expect(server.written).toEqual([['view', 'icon', false]]);
});

test('a change that the server refuses is not sent again', async () => {
  const server = createServer();
  server.fail(new ApiProblem(422, { code: 'too_large', message: '' }));
  const { change, sync, view } = openBrowser(server);
  change('icon');
  await written();
  expect(view()).toBe('icon');
  server.fail(null);
  sync.flush();
  await written();
  expect(server.written).toEqual([]);
});

test('two users of one browser do not see the choices of each other', async () => {
  const server = createServer();
  const storage = fakeStorage();
  const ann = openBrowser(server, { storage });
  ann.change('icon');
  const bob = openBrowser(createServer(), { user: BOB, storage });
  expect(bob.view()).toBeNull();
  bob.change('live');
  expect(openBrowser(server, { storage }).view()).toBe('icon');
  // Of the same tab: what is read for one user does not arrive at the next one.
  await written();
  const reading = ann.sync.refresh();
  ann.sync.begin(BOB);
  await reading;
  expect(ann.view()).toBe('live');
});

test('the choices of a guest are neither stored nor sent', async () => {
  const server = createServer();
  const { change, sync, storage, view } = openBrowser(server);
  sync.begin(null);
  sync.begin(ANN, { isGuest: true });
  change('icon');
  await written();
  await sync.refresh();
  expect(view()).toBe('icon');
  expect(server.written).toEqual([]);
  expect(storage.length).toBe(0);
});

test('another tab of the same user shows the change', () => {
  const server = createServer();
  const storage = fakeStorage();
  const [one, other] = [openBrowser(server, { storage }), openBrowser(server, { storage })];
  one.change('icon');
  other.sync.onStorage(`vigil.preferences.${ANN}`);
  expect(other.view()).toBe('icon');
});
