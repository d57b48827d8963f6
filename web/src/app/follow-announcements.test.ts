import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { LinkState } from '../live/connection-state.ts';
import type { InvalidationKind } from '../live/invalidations.ts';
import { createSignal } from '../live/signal.ts';
import { followAnnouncements, type Concerned } from './follow-announcements.ts';

const live: LinkState = { kind: 'live', reason: 'subscribed', latencyMs: 1 };
const polling: LinkState = { kind: 'polling', reason: 'disconnected', at: 0 };

const concerned: Concerned = {
  alertsSeen: [['incidents']],
  approval: [['approvals']],
  configs: [['configs']],
  export: [['exports']],
  incident: [['incidents']],
  licence: [['profile']],
  notice: [['notices']],
  policy: [['profile'], ['policies']],
  profile: [['profile']],
  rights: [['profile']],
  sessions: [['sessions']],
  ticket: [['tickets']],
};
const names = [...new Set(Object.values(concerned).flat(2))];

/** Queries that were read, and a server that announces changes of them. */
function start() {
  const queries = new QueryClient();
  for (const name of names) queries.setQueryData([name], 'read');
  const state = createSignal<LinkState>(live);
  const synced = new Set<() => void>();
  const listeners = new Set<(kind: InvalidationKind) => void>();
  const addTo =
    <T>(set: Set<T>) =>
    (listener: T) => {
      set.add(listener);
      return () => void set.delete(listener);
    };
  const fleet = {
    invalidations: { subscribe: addTo(listeners) },
    connection: { state, onSync: addTo(synced) },
  };
  const stop = followAnnouncements(queries, fleet, { concerned, polled: [['approvals']] });
  const each = <T>(set: Set<T>, call: (listener: T) => void) => {
    for (const listener of set) call(listener);
  };
  return {
    stop,
    announce: (kind: InvalidationKind) => each(listeners, (listener) => listener(kind)),
    sync: (next: LinkState) => {
      state.set(next);
      each(synced, (listener) => listener());
    },
    outdated: () => names.filter((name) => queries.getQueryState([name])?.isInvalidated),
  };
}

test('what the server announces is read again, and nothing else', () => {
  const client = start();
  client.announce('policy');
  expect(client.outdated()).toEqual(['profile', 'policies']);
});

test('[SEQ-6] all that may have been announced meanwhile is read again after a reconnection', () => {
  const client = start();
  client.sync(live);
  expect(client.outdated()).toEqual(names);
});

test('a poll reads what lists show, and not every setting', () => {
  const client = start();
  client.sync(polling);
  expect(client.outdated()).toEqual(['approvals']);
});

test('nothing is read after the end', () => {
  const client = start();
  client.stop();
  client.sync(live);
  client.announce('policy');
  expect(client.outdated()).toEqual([]);
});
