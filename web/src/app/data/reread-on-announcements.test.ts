import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { ConnectionStatus } from '../../live/connection-state.ts';
import type { InvalidationKind } from '../../live/invalidations.ts';
import { registerReread } from '../../live/reread-on.ts';
import { createSignal } from '../../live/signal.ts';
import { rereadQueriesOnAnnouncements, rereadQueriesOnConnect } from './reread-on-announcements.ts';

const live: ConnectionStatus = { kind: 'live', reason: 'subscribed', latencyMs: 1 };
const polling: ConnectionStatus = { kind: 'polling', reason: 'disconnected', at: 0, everyMs: 12_000 };

registerReread(['rows'], ['approval'], { isPolled: true });
registerReread(['account'], ['policy', 'rights']);
registerReread(['settings'], ['policy']);
const names = ['rows', 'account', 'settings'];

/** Queries that were read, and a server that announces changes of them. */
function start() {
  const queries = new QueryClient();
  for (const name of names) queries.setQueryData([name], 'read');
  const state = createSignal<ConnectionStatus>(live);
  const synced = new Set<() => void>();
  const missed = new Set<() => void>();
  const listeners = new Set<(kind: InvalidationKind) => void>();
  const addTo =
    <T>(set: Set<T>) =>
    (listener: T) => {
      set.add(listener);
      return () => void set.delete(listener);
    };
  const fleet = {
    invalidations: { subscribe: addTo(listeners) },
    connection: { state, onSync: addTo(synced), onMissed: addTo(missed) },
  };
  const stop = rereadQueriesOnAnnouncements(queries, fleet);
  const each = <T>(set: Set<T>, call: (listener: T) => void) => {
    for (const listener of set) call(listener);
  };
  return {
    stop,
    announce: (kind: InvalidationKind) => each(listeners, (listener) => listener(kind)),
    sync: (next: ConnectionStatus) => {
      state.set(next);
      each(synced, (listener) => listener());
    },
    miss: () => each(missed, (listener) => listener()),
    outdated: () => names.filter((name) => queries.getQueryState([name])?.isInvalidated),
  };
}

test('what the server announces is read again, and nothing else', () => {
  const client = start();
  client.announce('policy');
  expect(client.outdated()).toEqual(['account', 'settings']);
});

test('[SEQ-12] all that is announced is read again after an announcement was missed', () => {
  const client = start();
  client.miss();
  expect(client.outdated()).toEqual(names);
});

test('[SEQ-12] what is counted is not read again with each connection', () => {
  const client = start();
  client.sync(live);
  expect(client.outdated()).toEqual(['account']);
});

test('a poll reads what lists show, and not every setting', () => {
  const client = start();
  client.sync(polling);
  expect(client.outdated()).toEqual(['rows']);
});

test('nothing is read after the end', () => {
  const client = start();
  client.stop();
  client.sync(live);
  client.miss();
  client.announce('policy');
  expect(client.outdated()).toEqual([]);
});

test('without live devices, what is announced is read again, and all of it after each connection', () => {
  const queries = new QueryClient();
  const outdated = () => names.filter((name) => queries.getQueryState([name])?.isInvalidated);
  for (const name of names) queries.setQueryData([name], 'read');
  const told = new Set<(kind: InvalidationKind) => void>();
  const connected = new Set<() => void>();
  const stop = rereadQueriesOnConnect(queries, {
    invalidations: { subscribe: (listener) => (told.add(listener), () => void told.delete(listener)) },
    onConnect: (listener) => (connected.add(listener), () => void connected.delete(listener)),
  });
  for (const tell of told) tell('policy');
  expect(outdated()).toEqual(['account', 'settings']);
  for (const connect of connected) connect();
  expect(outdated()).toEqual(names);
  stop();
  expect([told.size, connected.size]).toEqual([0, 0]);
});
