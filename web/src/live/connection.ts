import { announcementKinds, announcements } from '@vigil/shared/contract/announcements';
import { readProfile } from '@vigil/shared/contract/routes/accounts';
import { readFleetSummary, listLatestUsage } from '@vigil/shared/contract/routes/devices';
import type { CallEndpoint } from './call-endpoint.ts';
import {
  initialConnectionStatus,
  needsPolling,
  nextConnectionStatus,
  type ConnectionEvent,
  type ConnectionStatus,
} from './connection-state.ts';
import type { CachedFleet } from './fleet-cache.ts';
import { listenToFleet } from './fleet-events.ts';
import { readFleetDevicesSnapshot, type FleetDevicesSnapshot } from './fleet-snapshot.ts';
import type { FleetStore } from './fleet-store.ts';
import { createHeartbeat, HEARTBEAT_INTERVAL_MS } from './heartbeat.ts';
import { createMissedAnnouncementDetector } from './missed-announcement-detector.ts';
import { createPolling, POLL_FOCUSED_MS } from './polling.ts';
import { createResync } from './resync.ts';
import { createSessionCheck } from './session-check.ts';
import { createSignal, type Signal } from './signal.ts';
import { onEvent, requestAck, RequestRefused, type ConsoleSocket, type DownEventPayload } from './socket.ts';
import { createStoppableTimers } from './timers.ts';

export interface FleetSyncConnection {
  readonly state: Signal<ConnectionStatus>;
  /** Since when the shown list is that of an earlier visit, in milliseconds since 1970; null once it was read. */
  readonly cachedAt: Signal<number | null>;
  /** Why the fleet could not be read; null once it could. */
  readonly failure: Signal<unknown>;
  /** Calls back after every (re)connection and every poll, for subscriptions to renew and data to read again. */
  onSync: (listener: () => void) => () => void;
  /** Calls back when announcements were missed, or may have been. */
  onMissed: (listener: () => void) => () => void;
  /** Reads the whole fleet again soon. */
  resync: () => void;
  setRefresh: (refresh: MeasureRefreshSetting) => void;
  start: () => void;
  stop: () => void;
}

interface ConnectionNeeds {
  socket: ConsoleSocket;
  store: (onGap: () => void) => FleetStore;
  call: CallEndpoint;
  onSessionEnd: (reason: string) => void;
  now: () => number;
  random: () => number;
  focused: () => boolean;
  /** Calls back when the window gets the focus or the network is back, until the returned function is called. */
  onAttention: (listener: () => void) => () => void;
  /** A snapshot whose reading has begun, for the first paint. */
  early?: Promise<FleetDevicesSnapshot> | null;
  /** The list of an earlier visit, shown until there is a newer one. */
  cached?: Promise<CachedFleet | null> | null;
}

/** What the user wants of measures. */
export interface MeasureRefreshSetting {
  /** Off: none are received, and those that are shown stay as they are. */
  readonly isOn: boolean;
  /** Between two readings while there is no socket. */
  readonly intervalMs: number;
}

/** An event may arrive after an answer that already contains its number. */
const SETTLE_MS = 2_000;
/** How long the first paint waits for the socket before it reads by HTTP. */
const FIRST_PAINT_TIMEOUT_MS = 1_500;

export function createConnection(needs: ConnectionNeeds): FleetSyncConnection & { store: FleetStore } {
  const { socket, call, now, random } = needs;
  const state = createSignal(initialConnectionStatus);
  const failure = createSignal<unknown>(null);
  const cachedAt = createSignal<number | null>(null);
  const syncListeners = new Set<() => void>();
  const missedListeners = new Set<() => void>();
  const announced = createMissedAnnouncementDetector();
  const timers = createStoppableTimers();
  const cleanups: (() => void)[] = [];
  let stopped = true;
  let isReadingEarly = Boolean(needs.early);
  let refresh: MeasureRefreshSetting = { isOn: true, intervalMs: POLL_FOCUSED_MS };
  let measuredAt = Number.NEGATIVE_INFINITY;
  // States and counts do not wait for measures that the user wants less often (spec 1 §9).
  const pollInterval = (): number => (refresh.isOn ? Math.min(refresh.intervalMs, POLL_FOCUSED_MS) : POLL_FOCUSED_MS);

  const synced = () => {
    for (const listener of syncListeners) listener();
  };

  const missed = () => {
    for (const listener of missedListeners) listener();
  };

  const resync = createResync({
    random,
    read: async () => {
      try {
        store.expectSnapshot();
        const { rows, seq } = await readFleetDevicesSnapshot(call);
        replace({ rows, seq });
        failure.set(null);
      } catch (error) {
        failure.set(error);
        if (!stopped) timers.after(0, resync.request);
        throw error;
      }
    },
  });
  const store = needs.store(() => {
    // The events since an earlier visit are missing until the snapshot arrives that is being read.
    if (!isReadingEarly) resync.request();
  });
  const replace = ({ rows, seq }: FleetDevicesSnapshot) => {
    cachedAt.set(null);
    store.replace(rows, seq);
  };
  /** Whether what is shown was read on this visit. */
  const isRead = () => store.loaded && cachedAt.get() === null;

  const showCached = async () => {
    const fleet = await needs.cached;
    if (!fleet || store.loaded) return;
    cachedAt.set(fleet.at);
    store.replace(fleet.rows, fleet.seq);
  };
  void showCached();

  /** Whether the early snapshot was put in place. */
  const early = needs.early
    ?.finally(() => (isReadingEarly = false))
    .then(
      (snapshot) => {
        if (isRead()) return false;
        replace(snapshot);
        return true;
      },
      () => false,
    );
  let connections = 0;

  const fallback = createPolling({
    focused: needs.focused,
    interval: pollInterval,
    poll: async () => {
      if (!isRead()) return (await early) ? undefined : resync.now();
      const [usage, summary] = await Promise.all([call(listLatestUsage), call(readFleetSummary)]);
      const measures = refresh.isOn && now() >= measuredAt + refresh.intervalMs;
      if (measures) measuredAt = now();
      const hasUnknownDevices = store.applyPoll(usage.objects, { at: now(), seq: usage.meta.seq, measures });
      if (hasUnknownDevices || (summary.objects[0] && summary.objects[0].total !== store.size)) await resync.now();
    },
    onAnswer: (reached) => {
      dispatch(reached ? { type: 'polled', at: now(), everyMs: pollInterval() } : { type: 'poll_failed', at: now() });
      if (reached) synced();
    },
  });

  const heartbeat = createHeartbeat({
    check: () => requestAck(socket, 'sync_check', {}),
    applied: () => store.seq,
    onLatency: (latencyMs) => dispatch({ type: 'heartbeat_answered', latencyMs }),
    onCounts: (counts) => {
      const isMissed = announced.compare(counts.announced);
      timers.after(SETTLE_MS, () => {
        store.confirm(counts.seq);
        if (isMissed()) missed();
      });
    },
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

  const dispatch = (event: ConnectionEvent): void => {
    if (stopped) return;
    const next = nextConnectionStatus(state.get(), event);
    state.set(next);
    if (needsPolling(next)) fallback.start();
    else fallback.stop();
    if (next.kind === 'live') heartbeat.start();
    else heartbeat.stop();
  };

  const subscribe = async (): Promise<void> => {
    const asked = now();
    const counts = await requestAck(socket, 'watch_fleet', { group_pk: 'all', usage: refresh.isOn });
    if (stopped || !socket.connected) return;
    dispatch({ type: 'subscribed', latencyMs: now() - asked });
    synced();
    if (announced.connect(counts.announced)) missed();
    // Changes before this connection were not received (SEQ-4). An early snapshot includes them, or is read again.
    if (connections === 1 && (await early)) store.confirm(counts.seq);
    else void resync.now().catch(() => undefined);
  };

  const setRefresh = (next: MeasureRefreshSetting): void => {
    const wasOn = refresh.isOn;
    refresh = next;
    if (wasOn === next.isOn || !socket.connected) return;
    void requestAck(socket, 'watch_fleet', { group_pk: 'all', usage: next.isOn }).catch(subscribeAgain);
    // What was measured meanwhile.
    if (next.isOn) resync.request();
  };

  const onConnect = (): void => {
    connections += 1;
    if (connections > 1) store.restart();
    void subscribe().catch(subscribeAgain);
  };

  const subscribeAgain = (error: unknown): void => {
    if (!socket.connected) return;
    const failed = connections;
    dispatch({ type: 'lost', reason: 'unanswered' });
    timers.after(HEARTBEAT_INTERVAL_MS * (0.5 + random()), () => {
      if (!socket.connected || connections !== failed) return;
      // A gateway that answers nothing may never have heard this socket, so that asking it again would not help.
      if (error instanceof RequestRefused) onConnect();
      else reconnect();
    });
  };

  const onDisconnect = (reason: string): void => {
    dispatch({ type: 'lost', reason: 'disconnected' });
    // Socket.IO does not reconnect by itself when the server closed the connection, as it does for a restart.
    if (reason === 'io server disconnect') timers.after(500 + 2_000 * random(), () => socket.connect());
  };

  let isRenewing = false;
  /** The server drops what is sent before. */
  const onRateLimited = ({ event, retry_after_ms: waitMs }: DownEventPayload<'rate_limited'>): void => {
    // Browsers that were refused at the same moment do not come back at the same moment.
    const laterMs = waitMs * (1 + 0.2 * random());
    if (event === null) {
      socket.disconnect();
      timers.after(laterMs, () => socket.connect());
    } else if (!isRenewing) {
      isRenewing = true;
      timers.after(laterMs, () => {
        isRenewing = false;
        synced();
      });
    }
  };

  /** At once: after other rights, what is shown may be more than the user may see by now. */
  const reconnect = (): void => {
    socket.disconnect();
    socket.connect();
  };

  const onConnectError = (error: Error & { data?: { code?: string } }): void => {
    dispatch({ type: 'lost', reason: 'refused' });
    if (error.data?.code === 'session_invalid' || !socket.active) sessionCheck.start();
  };

  const start = () => {
    if (!stopped) return;
    stopped = false;
    state.set(initialConnectionStatus);
    cleanups.push(
      listenToFleet(socket, (event) => store.accept(event)),
      onEvent(socket, 'frame_formats', ({ rows }) => store.applyFrameFormats(rows)),
      onEvent(socket, 'system_usage', (payload) => store.applyUsage(payload)),
      onEvent(socket, 'summary', ({ total }) => {
        // Counted by the server: a different total means that an event was missed.
        if (store.loaded) timers.after(SETTLE_MS, () => total !== store.size && resync.request());
      }),
      ...announcementKinds.map((kind) => onEvent(socket, announcements[kind].event, announced.receive)),
      onEvent(socket, 'rights_changed', reconnect),
      // The server ends the subscriptions of a company that its licence blocks, and refuses new ones until that is
      // over.
      onEvent(socket, 'licence_changed', onConnect),
      onEvent(socket, 'rate_limited', onRateLimited),
      onEvent(socket, 'session_ended', ({ reason }) => needs.onSessionEnd(reason)),
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
    cachedAt,
    failure,
    onSync: (listener) => {
      syncListeners.add(listener);
      return () => void syncListeners.delete(listener);
    },
    onMissed: (listener) => {
      missedListeners.add(listener);
      return () => void missedListeners.delete(listener);
    },
    resync: resync.request,
    setRefresh,
    start,
    stop,
  };
}
