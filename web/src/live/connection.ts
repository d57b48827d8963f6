import { browserDown } from '@vigil/shared/contract/events/browser-down';
import { browserUp } from '@vigil/shared/contract/events/browser-up';
import { readSummary, readUsage } from '@vigil/shared/contract/http/devices';
import { readProfile } from '@vigil/shared/contract/http/session';
import type { Call } from './call.ts';
import { createFallback } from './fallback.ts';
import type { FleetEvent } from './fleet-events.ts';
import type { FleetStore } from './fleet-store.ts';
import { readFleet } from './read-fleet.ts';
import { createResync } from './resync.ts';
import { createSignal, type Signal } from './signal.ts';
import { ask, listen, type ConsoleSocket } from './socket.ts';

/** Which of Live / Polling / Offline the screen is in; `at` and `since` in milliseconds since 1970. */
export type LinkStatus =
  | { kind: 'connecting' }
  | { kind: 'live'; latencyMs: number }
  | { kind: 'polling'; at: number }
  | { kind: 'offline'; since: number };

export interface Connection {
  readonly status: Signal<LinkStatus>;
  /** Why the fleet could not be read, until it could. */
  readonly failure: Signal<unknown>;
  /** Runs after every (re)connection and after every poll, for what has to be said or read again. */
  onSync: (listener: () => void) => () => void;
  /** Adds a device that was just missed, or reads everything anew. */
  resync: () => void;
  start: () => void;
  stop: () => void;
}

interface ConnectionNeeds {
  socket: ConsoleSocket;
  store: (onGap: () => void) => FleetStore;
  call: Call;
  onSessionEnd: (reason: string) => void;
  now: () => number;
  random: () => number;
  focused: () => boolean;
}

/** Measures the latency and notices a missed last event, which no later one would tell of. */
const HEARTBEAT_MS = 10_000;
/** An event may still be on its way when the answer that knows its number is already here. */
const SETTLE_MS = 2_000;
/** How long the first paint waits for the socket before it reads by HTTP. */
const PATIENCE_MS = 1_500;
const VERIFY_AGAIN_MS = 3_000;

export function createConnection(needs: ConnectionNeeds): Connection & { store: FleetStore } {
  const { socket, call, now, random } = needs;
  const status = createSignal<LinkStatus>({ kind: 'connecting' });
  const failure = createSignal<unknown>(null);
  const syncListeners = new Set<() => void>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const cleanups: (() => void)[] = [];
  let stopped = true;

  const later = (work: () => void, ms: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (!stopped) work();
    }, ms);
    timers.add(timer);
  };
  const synced = () => {
    for (const listener of syncListeners) listener();
  };

  const resync = createResync({
    random,
    read: async () => {
      try {
        const { rows, seq } = await readFleet(call);
        store.replace(rows, seq);
        failure.set(null);
      } catch (error) {
        failure.set(error);
        if (!stopped) later(resync.request, 0);
        throw error;
      }
    },
  });
  const store = needs.store(resync.request);

  const fallback = createFallback({
    focused: needs.focused,
    poll: async () => {
      if (!store.loaded) return resync.now();
      const [usage, summary] = await Promise.all([call(readUsage), call(readSummary)]);
      const hasUnknownDevices = store.applyPoll(usage.objects, now());
      if (hasUnknownDevices || (summary.objects[0] && summary.objects[0].total !== store.size)) await resync.now();
    },
    onAnswer: (reached) => {
      if (reached) {
        status.set({ kind: 'polling', at: now() });
        synced();
      } else if (status.get().kind !== 'offline') status.set({ kind: 'offline', since: now() });
    },
  });

  const watch = async (first: boolean) => {
    const before = store.seq;
    const asked = now();
    const { seq } = await ask(socket, browserUp.watchFleet, { group_pk: 'all', usage: true });
    if (stopped || !socket.connected) return;
    fallback.stop();
    status.set({ kind: 'live', latencyMs: now() - asked });
    if (first) {
      // What was heard before this connection says nothing about what was missed since.
      if (!store.loaded || before !== seq) void resync.now().catch(() => undefined);
      return synced();
    }
    if (before !== null && seq < before) {
      store.restart();
      return resync.request();
    }
    later(() => store.confirm(seq), SETTLE_MS);
  };

  const beat = () => {
    if (socket.connected) void watch(false).catch(() => undefined);
    later(beat, HEARTBEAT_MS);
  };

  const onConnect = () => {
    store.restart();
    void watch(true).catch(() => {
      // Connected, but not answered: poll, and let the next heartbeat try again.
      if (!stopped) fallback.start();
    });
  };

  const onDown = () => {
    if (!stopped) fallback.start();
  };

  const verify = () =>
    call(readProfile).then(
      () => later(() => socket.connect(), VERIFY_AGAIN_MS * (0.5 + random())),
      // A session that has ended signs out by itself (lib/api.ts); anything else is asked again.
      () => later(() => void verify(), VERIFY_AGAIN_MS),
    );

  const listenToFleet = () => {
    const numbered = (event: FleetEvent) => store.accept(event);
    cleanups.push(
      listen(socket, browserDown.alive, (payload) => numbered({ kind: 'alive', ...payload })),
      listen(socket, browserDown.deviceChanged, (payload) => numbered({ kind: 'changed', ...payload })),
      listen(socket, browserDown.deviceAdded, (payload) => numbered({ kind: 'added', ...payload })),
      listen(socket, browserDown.deviceRemoved, (payload) => numbered({ kind: 'removed', ...payload })),
      listen(socket, browserDown.groupChanged, (payload) => numbered({ kind: 'group', ...payload })),
      listen(socket, browserDown.systemUsage, (payload) => store.applyUsage(payload)),
      listen(socket, browserDown.summary, ({ total }) => {
        // Counted by the server: another total than ours means that something was missed.
        if (store.loaded) later(() => total !== store.size && resync.request(), SETTLE_MS);
      }),
      listen(socket, browserDown.sessionEnded, ({ reason }) => needs.onSessionEnd(reason)),
    );
  };

  const start = () => {
    if (!stopped) return;
    stopped = false;
    listenToFleet();
    socket.on('connect', onConnect);
    socket.on('disconnect', (reason) => {
      onDown();
      // Socket.IO does not come back by itself when the server closed on purpose; a restart does that too.
      if (reason === 'io server disconnect') later(() => socket.connect(), 500 + 2_000 * random());
    });
    socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
      onDown();
      if (error.data?.code === 'session_invalid' || !socket.active) void verify();
    });
    const nudge = () => fallback.nudge();
    window.addEventListener('focus', nudge);
    window.addEventListener('online', nudge);
    cleanups.push(() => {
      window.removeEventListener('focus', nudge);
      window.removeEventListener('online', nudge);
    });
    socket.connect();
    later(() => status.get().kind === 'connecting' && fallback.start(), PATIENCE_MS);
    later(beat, HEARTBEAT_MS);
  };

  const stop = () => {
    stopped = true;
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
    for (const cleanup of cleanups.splice(0)) cleanup();
    fallback.stop();
    resync.stop();
    socket.off();
    socket.disconnect();
  };

  return {
    store,
    status,
    failure,
    onSync: (listener) => {
      syncListeners.add(listener);
      return () => void syncListeners.delete(listener);
    },
    resync: resync.request,
    start,
    stop,
  };
}
