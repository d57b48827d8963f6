import type { PayloadOf } from '@vigil/shared/contract/event';
import type { processes } from '@vigil/shared/contract/events/browser-down/processes';
import type { DevicePk, UserPk } from '@vigil/shared/contract/ids';
import { listOpenAlerts } from '@vigil/shared/contract/routes/alerts';
import { listCommands } from '@vigil/shared/contract/routes/commands';
import { listBulkJobs } from '@vigil/shared/contract/routes/devices';
import { createOpenAlertStore, type OpenAlertStore } from './alerts.ts';
import { createBulkProgressStore, type BulkProgressStore } from './bulk-job-progress.ts';
import type { CallEndpoint } from './call-endpoint.ts';
import {
  batchIdOf,
  countBatchItemStates,
  createCommandBatchStore,
  type CommandBatchStore,
  type CommandChange,
} from './command-batch-store.ts';
import { createConnection, type FleetSyncConnection } from './connection.ts';
import type { PersistentFleetCache } from './fleet-cache.ts';
import type { FleetDevicesSnapshot } from './fleet-snapshot.ts';
import { createFleetStore, type FleetStore } from './fleet-store.ts';
import { createLiveFrames, type LiveFrames } from './frames.ts';
import { createInvalidations, type Invalidations } from './invalidations.ts';
import { createOpenAlertsReader } from './open-alerts-reader.ts';
import { createPageAttention, type PageAttention } from './page-attention.ts';
import { createRemoteEndNotifier, type RemoteEndNotifier } from './remote-sessions.ts';
import { createConsoleSocket, onEvent, requestAck } from './socket.ts';

export type DeviceProcesses = PayloadOf<typeof processes>;

/** The live data of one session. */
export interface LiveData {
  store: FleetStore;
  connection: FleetSyncConnection;
  frames: LiveFrames;
  commands: CommandBatchStore;
  bulkJobs: Omit<BulkProgressStore, 'listenTo' | 'recover'>;
  alerts: OpenAlertStore;
  invalidations: Pick<Invalidations, 'subscribe'>;
  sessions: Pick<RemoteEndNotifier, 'opened' | 'onWarning' | 'onEnd'>;
  attention: Pick<PageAttention, 'watchWithoutFocus'>;
  /** Subscribes to the details of one device until the returned function is called. */
  watchDevice: (pk: DevicePk, listener: DeviceListener) => () => void;
  /** Asks a watched device for its process list, again and again, until the returned function is called. */
  watchProcesses: (pk: DevicePk) => () => void;
  start: () => void;
  stop: () => void;
}

export interface DeviceListener {
  onProcesses: (processes: DeviceProcesses) => void;
  onCommand: (change: CommandChange) => void;
}

/** For a state that a worker has stored and, because it ended then, not published. */
const REREAD_OPEN_COMMANDS_MS = 30_000;

/** When the first screen is complete. */
const KEEP_AFTER_MS = 5_000;
/** Copying these takes about 35 ms. */
const MAX_KEPT_WHILE_SHOWN = 10_000;

interface FleetNeeds {
  call: CallEndpoint;
  token: () => string | null;
  userPk: UserPk;
  /** The account of a ticket or a wall screen, which neither commands devices nor changes them. */
  isReadOnly: boolean;
  onSessionEnd: (reason: string) => void;
  early: Promise<FleetDevicesSnapshot> | null;
  cache: PersistentFleetCache | null;
  /** The ids of bulk changes that the user has dismissed. */
  dismissed: { get: () => readonly string[]; set: (ids: readonly string[]) => void };
}

export function createLiveData(needs: FleetNeeds): LiveData {
  const { call, token, userPk, isReadOnly, onSessionEnd, early, cache, dismissed } = needs;
  const socket = createConsoleSocket(token);
  const attention = createPageAttention(document, window);
  const { store, ...connection } = createConnection({
    socket,
    call,
    onSessionEnd,
    store: (onGap) => createFleetStore({ onGap, schedule: (flush) => void requestAnimationFrame(flush) }),
    now: Date.now,
    random: Math.random,
    focused: attention.isGiven,
    onAttention: (listener) => {
      const stop = attention.onGiven(listener);
      window.addEventListener('online', listener);
      return () => {
        stop();
        window.removeEventListener('online', listener);
      };
    },
    early,
    cached: cache?.read() ?? null,
  });
  const frames = createLiveFrames({
    // After a reconnection the requests are sent again.
    watch: async (demand) => (socket.connected ? requestAck(socket, 'watch_thumbnails', demand) : null),
    isConnected: () => socket.connected,
    now: () => performance.now(),
  });
  const commands = createCommandBatchStore();
  const bulkJobs = createBulkProgressStore({
    read: async () => (await call(listBulkJobs)).objects,
    dismissed,
    now: Date.now,
  });
  const alerts = createOpenAlertStore();
  const alertReading = createOpenAlertsReader({
    store,
    alerts,
    read: async () => (await call(listOpenAlerts, { query: { open: '1' } })).objects,
  });
  const invalidations = createInvalidations();
  const sessions = createRemoteEndNotifier();
  const watched = new Map<DevicePk, Set<DeviceListener>>();

  const listed = new Set<DevicePk>();

  const watchOnServer = (pk: DevicePk) => {
    const processes = listed.has(pk);
    if (socket.connected) void requestAck(socket, 'watch_device', { pk, processes }).catch(() => undefined);
  };

  const watchProcesses = (pk: DevicePk) => {
    listed.add(pk);
    if (watched.has(pk)) watchOnServer(pk);
    return () => {
      listed.delete(pk);
      if (watched.has(pk)) watchOnServer(pk);
    };
  };

  const watchDevice = (pk: DevicePk, listener: DeviceListener) => {
    const listeners = watched.get(pk) ?? new Set();
    watched.set(pk, listeners.add(listener));
    if (listeners.size === 1) watchOnServer(pk);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      watched.delete(pk);
      if (socket.connected) void requestAck(socket, 'unwatch_device', { pk }).catch(() => undefined);
    };
  };

  const openBatches = () => commands.batches().filter((batch) => countBatchItemStates(batch).open > 0);
  const recoverCommands = async () => {
    const open = await call(listCommands, { query: { open: '1', limit: 1_000 } });
    const keys = new Set(open.objects.filter((row) => row.issued_by === userPk).map(batchIdOf));
    for (const { id } of openBatches()) keys.add(id);
    // The newest come first, and each that is not shown yet goes above the others.
    for (const key of [...keys].toReversed()) commands.recover((await readBatch(key)).objects);
  };
  const readBatch = (bulk_id: string) => call(listCommands, { query: { bulk_id, search_mode: 'all', limit: 1_000 } });

  const keep = () => {
    const { seq } = store;
    if (store.loaded && seq !== null && connection.cachedAt.get() === null) void cache?.write(store.rows(), seq);
  };
  const onVisibility = () => {
    const isVisible = document.visibilityState === 'visible';
    frames.setVisible(isVisible);
    alertReading.setVisible(isVisible);
    // When the page is left: the time that it takes delays no work then.
    if (!isVisible) keep();
  };
  /** What is written while the page is being closed may be lost, so that it is written once before. */
  const keepFirst = () => {
    clearTimeout(keeping);
    keeping = setTimeout(() => store.size <= MAX_KEPT_WHILE_SHOWN && keep(), KEEP_AFTER_MS);
  };
  let keeping: ReturnType<typeof setTimeout> | undefined;

  const rereadOpenCommands = () => {
    if (openBatches().length > 0) recoverCommands().catch(() => undefined);
  };
  let rereading: ReturnType<typeof setInterval> | undefined;

  const onSync = () => {
    // Not after a poll, which says nothing about frames.
    if (socket.connected) frames.renew();
    for (const pk of watched.keys()) watchOnServer(pk);
    // A failed read is repeated at the next sync.
    if (!isReadOnly) {
      recoverCommands().catch(() => undefined);
      bulkJobs.recover().catch(() => undefined);
    }
    alertReading.now();
  };

  return {
    store,
    connection,
    frames,
    commands,
    bulkJobs,
    alerts,
    invalidations,
    sessions,
    attention,
    watchDevice,
    watchProcesses,
    start() {
      onEvent(socket, 'thumbnail', frames.receive);
      onEvent(socket, 'thumbnail_same', frames.confirm);
      onEvent(socket, 'frame_formats', ({ rows, forbidden = [] }) => {
        for (const [pk, ext] of rows) if (ext === null) frames.removeStored(pk);
        forbidden.forEach(frames.remove);
      });
      onEvent(socket, 'frame_traffic', frames.traffic.set);
      onEvent(socket, 'alerts', ({ rows }) => alerts.receive(rows));
      invalidations.listenTo(socket);
      bulkJobs.listenTo(socket);
      sessions.listenTo(socket);
      onEvent(socket, 'command_state', (change) => {
        commands.apply(change);
        for (const { onCommand } of watched.get(change.device_pk) ?? []) onCommand(change);
      });
      onEvent(socket, 'processes', (processes) => {
        for (const { onProcesses } of watched.get(processes.device_pk) ?? []) onProcesses(processes);
      });
      document.addEventListener('visibilitychange', onVisibility);
      frames.setVisible(document.visibilityState === 'visible');
      alertReading.setVisible(document.visibilityState === 'visible');
      alertReading.start();
      keepFirst();
      rereading = setInterval(rereadOpenCommands, REREAD_OPEN_COMMANDS_MS);
      connection.onSync(onSync);
      connection.start();
    },
    stop() {
      clearTimeout(keeping);
      clearInterval(rereading);
      document.removeEventListener('visibilitychange', onVisibility);
      connection.stop();
      alertReading.stop();
      frames.dispose();
    },
  };
}
