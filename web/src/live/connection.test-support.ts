import type { DeviceRowsByColumn } from '@vigil/shared/contract/device-columns';
import type { DeviceUsage } from '@vigil/shared/contract/http/devices';
import { readProfile } from '@vigil/shared/contract/routes/accounts';
import { listDevices, listLatestUsage } from '@vigil/shared/contract/routes/devices';
import { vi } from 'vitest';
import type { CallEndpoint } from './call-endpoint.ts';
import { createConnection } from './connection.ts';
import { columnsOf, fakeDevice } from './fake-device.test-support.ts';
import { fakeSocket } from './fake-socket.test-support.ts';
import type { CachedFleet } from './fleet-cache.ts';
import type { FleetDevicesSnapshot } from './fleet-snapshot.ts';
import { createFleetStore } from './fleet-store.ts';

interface Answer {
  objects: DeviceRowsByColumn;
  meta: { seq: number };
}

/** Longer than the debounce, the jitter and the settling time of a gap. */
export const LONG_MS = 3_000;

interface Known {
  early?: Promise<FleetDevicesSnapshot> | null;
  cached?: CachedFleet | null;
}

/** A connection that was started, with what its fake server answers and was asked. */
export function opened({ early = null, cached = null }: Known = {}) {
  const server = {
    seq: 5,
    answers: true,
    refuses: false,
    reachable: true,
    session: true,
    usage: [] as readonly Partial<DeviceUsage>[],
    list: (): Answer => ({ objects: columnsOf([fakeDevice(1), fakeDevice(2)]), meta: { seq: server.seq } }),
  };
  const calls: string[] = [];
  const respond = (endpoint: object): unknown => {
    if (!server.reachable) throw new Error('unreachable');
    if (endpoint === readProfile && !server.session) throw new Error('session_invalid');
    if (endpoint === listLatestUsage) return { objects: server.usage, meta: { seq: server.seq } };
    return endpoint === listDevices ? server.list() : { objects: [], meta: {} };
  };
  const watched: unknown[] = [];
  const wire = fakeSocket((name, payload) => {
    if (name === 'watch_fleet') watched.push(payload);
    if (!server.answers) throw new Error('timeout');
    if (server.refuses) return { ok: false, error: { code: 'unavailable' } };
    return { ok: true, seq: server.seq };
  });
  const connection = createConnection({
    socket: wire.socket,
    store: (onGap) => createFleetStore({ onGap, schedule: (flush) => flush() }),
    call: (async (endpoint: { path: string }) => {
      calls.push(endpoint.path);
      return respond(endpoint);
    }) as unknown as CallEndpoint,
    onSessionEnd: () => undefined,
    now: Date.now,
    random: () => 0.5,
    focused: () => true,
    onAttention: () => () => undefined,
    early,
    cached: Promise.resolve(cached),
  });
  connection.start();
  return { server, calls, watched, wire, connection, settle: (ms = 0) => vi.advanceTimersByTimeAsync(ms) };
}

/** The same once its socket is open and the list was read. */
export async function live() {
  const all = opened();
  all.wire.open();
  await all.settle();
  all.calls.length = 0;
  all.wire.sent.length = 0;
  return all;
}

export const kindOf = ({ connection }: ReturnType<typeof opened>) => connection.state.get().kind;
