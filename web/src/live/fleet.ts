import { browserDown } from '@vigil/shared/contract/events/browser-down';
import { browserUp } from '@vigil/shared/contract/events/browser-up';
import { listCommands } from '@vigil/shared/contract/http/commands';
import type { DevicePk, UserPk } from '@vigil/shared/contract/ids';
import type { PayloadOf } from '@vigil/shared/contract/event';
import type { processes } from '@vigil/shared/contract/events/browser-down/processes';
import { createAlertBoard, type AlertBoard } from './alerts.ts';
import type { Call } from './call.ts';
import { bulkKey, countBatch, createCommandBoard, type CommandBoard, type CommandChange } from './command-board.ts';
import { createConnection, type Connection } from './connection.ts';
import { createFleetStore, type FleetStore } from './fleet-store.ts';
import { createInvalidations, type Invalidations } from './invalidations.ts';
import { createConsoleSocket, listen, request } from './socket.ts';
import { createThumbnails, type Thumbnails } from './thumbnails.ts';

export type Processes = PayloadOf<typeof processes>;

/** The live data of one session. */
export interface Fleet {
  store: FleetStore;
  connection: Connection;
  thumbnails: Thumbnails;
  commands: CommandBoard;
  alerts: AlertBoard;
  invalidations: Pick<Invalidations, 'subscribe'>;
  /** Subscribes to the details of one device until the returned function is called. */
  watchDevice: (pk: DevicePk, listener: DeviceListener) => () => void;
  start: () => void;
  stop: () => void;
}

export interface DeviceListener {
  onProcesses: (processes: Processes) => void;
  onCommand: (change: CommandChange) => void;
}

interface FleetNeeds {
  call: Call;
  token: () => string | null;
  userPk: UserPk;
  onSessionEnd: (reason: string) => void;
}

export function createFleet({ call, token, userPk, onSessionEnd }: FleetNeeds): Fleet {
  const socket = createConsoleSocket(token);
  const { store, ...connection } = createConnection({
    socket,
    call,
    onSessionEnd,
    store: (onGap) => createFleetStore({ onGap, schedule: (flush) => void requestAnimationFrame(flush) }),
    now: Date.now,
    random: Math.random,
    focused: () => document.hasFocus(),
    onAttention,
  });
  const thumbnails = createThumbnails({
    watch: (demand) => {
      if (socket.connected) void request(socket, browserUp.watchThumbnails, demand).catch(() => undefined);
    },
    now: Date.now,
  });
  const commands = createCommandBoard();
  const alerts = createAlertBoard();
  const invalidations = createInvalidations();
  const watched = new Map<DevicePk, Set<DeviceListener>>();

  const watchOnServer = (pk: DevicePk) => {
    if (socket.connected) void request(socket, browserUp.watchDevice, { pk }).catch(() => undefined);
  };

  const watchDevice = (pk: DevicePk, listener: DeviceListener) => {
    const listeners = watched.get(pk) ?? new Set();
    watched.set(pk, listeners.add(listener));
    if (listeners.size === 1) watchOnServer(pk);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      watched.delete(pk);
      if (socket.connected) void request(socket, browserUp.unwatchDevice, { pk }).catch(() => undefined);
    };
  };

  const recoverCommands = async () => {
    const open = await call(listCommands, { query: { open: '1', limit: 1_000 } });
    const keys = new Set(open.objects.filter((row) => row.issued_by === userPk).map(bulkKey));
    for (const batch of commands.batches()) if (countBatch(batch).open > 0) keys.add(batch.id);
    for (const key of keys) {
      const alone = open.objects.filter((row) => row.id === key);
      const { objects } = alone.length > 0 ? { objects: alone } : await readBatch(key);
      commands.recover(objects);
    }
  };
  const readBatch = (bulk_id: string) => call(listCommands, { query: { bulk_id, search_mode: 'all', limit: 1_000 } });

  const onSync = () => {
    thumbnails.renew();
    for (const pk of watched.keys()) watchOnServer(pk);
    // A failed read is repeated at the next sync.
    recoverCommands().catch(() => undefined);
  };

  return {
    store,
    connection,
    thumbnails,
    commands,
    alerts,
    invalidations,
    watchDevice,
    start() {
      listen(socket, browserDown.thumbnail, thumbnails.receive);
      listen(socket, browserDown.alert, alerts.add);
      invalidations.listenTo(socket);
      listen(socket, browserDown.commandState, (change) => {
        commands.apply(change);
        for (const { onCommand } of watched.get(change.device_pk) ?? []) onCommand(change);
      });
      listen(socket, browserDown.processes, (processes) => {
        for (const { onProcesses } of watched.get(processes.device_pk) ?? []) onProcesses(processes);
      });
      connection.onSync(onSync);
      connection.start();
    },
    stop() {
      connection.stop();
      thumbnails.dispose();
    },
  };
}

function onAttention(listener: () => void): () => void {
  window.addEventListener('focus', listener);
  window.addEventListener('online', listener);
  return () => {
    window.removeEventListener('focus', listener);
    window.removeEventListener('online', listener);
  };
}
