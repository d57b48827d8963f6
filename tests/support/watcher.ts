import { setTimeout as delay } from 'node:timers/promises';
import { listDevices } from '@vigil/shared/contract/http/devices';
import { readProfile } from '@vigil/shared/contract/http/profile';
import type { CommandState } from '@vigil/shared/contract/names';
import { isLaterCommandState } from '@vigil/shared/domain/command-life';
import { io, type Socket } from 'socket.io-client';
import type { Client } from './client.ts';
import { within } from './within.ts';

const numberedEvents = [
  'device_changed',
  'devices_changed',
  'device_added',
  'device_removed',
  'devices_removed',
  'devices_moved',
  'group_changed',
];

type AliveRow = [device: number, alive: 0 | 1, at: number];

/**
 * A browser without a screen: watches the whole fleet by the rules of the protocol – snapshot, live events, and a new
 * snapshot after each gap or reconnection – and remembers what it saw.
 */
export interface Watcher extends AsyncDisposable {
  readonly socket: Socket;
  /** The state of each device as a user sees it now. */
  readonly states: ReadonlyMap<number, 0 | 1>;
  readonly online: () => number;
  /** Latest samples by device, and how many arrived. */
  readonly usage: ReadonlyMap<number, (number | null)[]>;
  readonly samples: () => number;
  readonly resyncs: () => number;
  /** The last state of each command that was pushed. */
  readonly commands: ReadonlyMap<string, CommandState>;
}

export async function startWatcher(client: Client): Promise<Watcher> {
  const socket = io(`${client.url}/console`, {
    transports: ['websocket'],
    auth: { token: client.token },
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
    forceNew: true,
  });
  const states = new Map<number, 0 | 1>();
  const usage = new Map<number, (number | null)[]>();
  const commands = new Map<string, CommandState>();
  let seq = 0;
  let samples = 0;
  let resyncs = 0;
  let lastProblem = '';
  let early: { seq: number; rows: AliveRow[] }[] | null = [];

  const apply = (event: { seq: number; rows: AliveRow[] }) => {
    if (event.seq <= seq) return;
    if (event.seq !== seq + 1) return void resync().catch(() => undefined);
    seq = event.seq;
    for (const [device, alive] of event.rows) states.set(device, alive);
  };
  const take = (event: { seq: number; rows: AliveRow[] }) => void (early ? early.push(event) : apply(event));

  const resync = async (): Promise<void> => {
    resyncs += 1;
    early ??= [];
    for (let attempt = 0; ; attempt += 1) {
      try {
        await socket.timeout(5_000).emitWithAck('watch_fleet', { group_pk: 'all', usage: true });
        const { objects, meta } = await client.call(listDevices, { query: { search_mode: 'all' } });
        states.clear();
        for (const device of objects) states.set(device.pk, device.alive);
        ({ seq } = meta);
        break;
      } catch (cause) {
        lastProblem = String(cause);
        if (!socket.active || attempt > 100) throw cause;
        await delay(200);
      }
    }
    const waiting: { seq: number; rows: AliveRow[] }[] = early ?? [];
    early = null;
    for (const event of waiting) apply(event);
  };

  socket.on('alive', take);
  for (const name of numberedEvents) {
    socket.on(name, (event: { seq: number }) => take({ seq: event.seq, rows: [] }));
  }
  socket.on('system_usage', ({ rows }: { rows: (number | null)[][] }) => {
    for (const row of rows) usage.set(Number(row[0]), row);
    samples += rows.length;
  });
  // Two processes may publish two states of a command in the other order; the console keeps the later one, too.
  socket.on('command_state', ({ id, state }: { id: string; state: CommandState }) => {
    const before = commands.get(id);
    if (before === undefined || !isLaterCommandState(before, state)) commands.set(id, state);
  });
  // A refused handshake is not repeated by the library. The API knows the session even when Redis lost it.
  socket.on('connect_error', (refusal) => {
    lastProblem = String(refusal);
    if (!socket.active)
      void client.call(readProfile).then(
        () => socket.connect(),
        () => setTimeout(() => socket.connect(), 500),
      );
  });
  let ready = (): void => undefined;
  const first = new Promise<void>((resolve) => (ready = resolve));
  socket.on('connect', () => void resync().then(ready, () => undefined));
  await within('a watcher connects and reads its first snapshot', first, { describe: () => lastProblem }).catch(
    (error: unknown) => {
      socket.close();
      throw error;
    },
  );

  return {
    socket,
    states,
    usage,
    commands,
    online: () => [...states.values()].filter((alive) => alive === 1).length,
    samples: () => samples,
    resyncs: () => resyncs,
    async [Symbol.asyncDispose]() {
      socket.close();
    },
  };
}
