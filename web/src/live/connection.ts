import { readProfile, readSummary, readUsage } from '../endpoints.ts';
import type { Call } from './call.ts';
import { initialLinkState, needsPolling, nextLinkState, type LinkEvent, type LinkState } from './connection-state.ts';
import { createFallback } from './fallback.ts';
import { listenToFleet } from './fleet-events.ts';
import { readFleetSnapshot } from './fleet-snapshot.ts';
import type { FleetStore } from './fleet-store.ts';
import { createHeartbeat, HEARTBEAT_MS } from './heartbeat.ts';
import { createResync } from './resync.ts';
import { createSessionCheck } from './session-check.ts';
import { createSignal, type Signal } from './signal.ts';
import { listen, request, type ConsoleSocket } from './socket.ts';
import { createTimers } from './timers.ts';

export interface Connection {
  readonly state: Signal<LinkState>;
  /** Why the fleet could not be read; null once it could. */
  readonly failure: Signal<unknown>;
  /** Calls back after every (re)connection and every poll, for subscriptions to renew and data to read again. */
  onSync: (listener: () => void) => () => void;
  /** Reads the whole fleet again soon. */
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
  /** Calls back when the window gets the focus or the network is back, until the returned function is called. */
  onAttention: (listener: () => void) => () => void;
}

/** An event may arrive after an answer that already contains its number. */
const SETTLE_MS = 2_000;
/** How long the first paint waits for the socket before it reads by HTTP. */
const FIRST_PAINT_TIMEOUT_MS = 1_500;

export function createConnection(needs: ConnectionNeeds): Connection & { store: FleetStore } {
  const { socket, call, now, random } = needs;
  const state = createSignal(initialLinkState);
  const failure = createSignal<unknown>(null);
  const syncListeners = new Set<() => void>();
  const timers = createTimers();
  const cleanups: (() => void)[] = [];
  let stopped = true;

  const synced = () => {
    for (const listener of syncListeners) listener();
  };

  const resync = createResync({
    random,
    read: async () => {
      try {
        const { rows, seq } = await readFleetSnapshot(call);
        store.replace(rows, seq);
        failure.set(null);
      } catch (error) {
        failure.set(error);
        if (!stopped) timers.after(0, resync.request);
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
      dispatch({ type: reached ? 'polled' : 'poll_failed', at: now() });
      if (reached) synced();
    },
  });

  const heartbeat = createHeartbeat({
    check: async () => (await request(socket, 'sync_check', {})).seq,
    applied: () => store.seq,
    onLatency: (latencyMs) => dispatch({ type: 'heartbeat_answered', latencyMs }),
    onSeq: (seq) => timers.after(SETTLE_MS, () => store.confirm(seq)),
    onReset: () => {
      store.restart();
      resync.request();
    },
    now,
  });

  const sessionCheck = createSessionCheck({
    readSession: () => call(readProfile),
    reconnect: () => socket.connect(),
    random,
  });

  const dispatch = (event: LinkEvent): void => {
    if (stopped) return;
    const next = nextLinkState(state.get(), event);
    state.set(next);
    if (needsPolling(next)) fallback.start();
    else fallback.stop();
    if (next.kind === 'live') heartbeat.start();
    else heartbeat.stop();
  };

  const subscribe = async (): Promise<void> => {
    const asked = now();
    await request(socket, 'watch_fleet', { group_pk: 'all', usage: true });
    if (stopped || !socket.connected) return;
    dispatch({ type: 'subscribed', latencyMs: now() - asked });
    // Changes before this connection were not received (SEQ-4).
    void resync.now().catch(() => undefined);
    synced();
  };

  const onConnect = (): void => {
    store.restart();
    void subscribe().catch(() => {
      if (!socket.connected) return;
      dispatch({ type: 'lost', reason: 'unanswered' });
      timers.after(HEARTBEAT_MS, () => {
        if (socket.connected && state.get().kind !== 'live') onConnect();
      });
    });
  };

  const onDisconnect = (reason: string): void => {
    dispatch({ type: 'lost', reason: 'disconnected' });
    // Socket.IO does not reconnect by itself when the server closed the connection, as it does for a restart.
    if (reason === 'io server disconnect') timers.after(500 + 2_000 * random(), () => socket.connect());
  };

  const onConnectError = (error: Error & { data?: { code?: string } }): void => {
    dispatch({ type: 'lost', reason: 'refused' });
    if (error.data?.code === 'session_invalid' || !socket.active) sessionCheck.start();
  };

  const start = () => {
    if (!stopped) return;
    stopped = false;
    state.set(initialLinkState);
    cleanups.push(
      listenToFleet(socket, (event) => store.accept(event)),
      listen(socket, 'system_usage', (payload) => store.applyUsage(payload)),
      listen(socket, 'summary', ({ total }) => {
        // Counted by the server: a different total means that an event was missed.
        if (store.loaded) timers.after(SETTLE_MS, () => total !== store.size && resync.request());
      }),
      listen(socket, 'session_ended', ({ reason }) => needs.onSessionEnd(reason)),
      needs.onAttention(() => fallback.nudge()),
    );
    socket.on('connect', onConnect);
    socket.on('disconnect', onDisconnect);
    socket.on('connect_error', onConnectError);
    socket.connect();
    timers.after(FIRST_PAINT_TIMEOUT_MS, () => dispatch({ type: 'first_paint_timeout' }));
  };

  const stop = () => {
    stopped = true;
    timers.stop();
    for (const cleanup of cleanups.splice(0)) cleanup();
    heartbeat.stop();
    sessionCheck.stop();
    fallback.stop();
    resync.stop();
    socket.off();
    socket.disconnect();
  };

  return {
    store,
    state,
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
