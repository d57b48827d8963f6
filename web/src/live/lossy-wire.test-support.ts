import type { DeviceRow } from '@vigil/shared/contract/device';
import { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { array, constantFrom, integer, nat, oneof, record, type Arbitrary } from 'fast-check';
import { fakeDevice } from './fake-device.test-support.ts';
import type { FleetEvent } from './fleet-events.ts';

const FIRST_TIME = Date.UTC(2026, 10, 21);
const PAGE = 2;

/** What the simulated wire does with one event: delays of different lengths reorder events. */
interface Fate {
  readonly copies: number;
  readonly delay: number;
}

export type Step =
  | { readonly kind: 'change'; readonly change: ChangeKind; readonly pk: number; readonly fate: Fate }
  /** Reads the next page of a snapshot, or begins one. */
  | { readonly kind: 'read' }
  | { readonly kind: 'heartbeat' }
  | { readonly kind: 'reconnect' };

const changes = ['alive', 'rename', 'add', 'appear', 'remove', 'remove-many', 'move', 'group'] as const;
type ChangeKind = (typeof changes)[number];

const change = record({
  kind: constantFrom('change' as const),
  change: constantFrom(...changes),
  pk: integer({ min: 1, max: 7 }),
  fate: record({ copies: constantFrom(1, 1, 1, 1, 0, 2), delay: nat(4) }),
});
const other = constantFrom<Step>({ kind: 'read' }, { kind: 'read' }, { kind: 'heartbeat' }, { kind: 'reconnect' });

export const arbitraryWireSteps: Arbitrary<Step[]> = array(
  oneof({ weight: 4, arbitrary: change }, { weight: 2, arbitrary: other }),
  { maxLength: 60 },
);

/** The end of the wire that is tested. */
export interface Client {
  accept: (event: FleetEvent) => void;
  replace: (rows: readonly DeviceRow[], seq: number) => void;
  restart: () => void;
  confirm: (seq: number) => void;
}

/** A server that numbers its changes, as the gateway does. */
function createServer() {
  const rows = new Map([1, 2, 3, 4, 5].map((pk) => [pk, fakeDevice(pk)]));
  let seq = 0;

  const apply = (kind: ChangeKind, target: number): FleetEvent => {
    seq += 1;
    const device = rows.get(target);
    const pk = DevicePk.parse(target);
    if (kind === 'group') return { type: 'group_changed', seq };
    if (kind === 'add' && !device) {
      const added = fakeDevice(target, { alias: `added-${seq}` });
      rows.set(target, added);
      return { type: 'device_added', seq, device: added };
    }
    if (kind === 'appear' && !device) {
      // Moved into sight without its row: the client has to read it.
      const to = GroupPk.parse(seq + 1);
      rows.set(target, fakeDevice(target, { device_group_fk: to }));
      return { type: 'devices_moved', seq, pks: [pk], to, group_name: '' };
    }
    // What this viewer may not see still has a number.
    if (!device) return { type: 'alive', seq, rows: [] };
    if (kind === 'remove') {
      rows.delete(target);
      return { type: 'device_removed', seq, device_pk: pk };
    }
    if (kind === 'remove-many') {
      const removed = [...rows.keys()].filter((key) => key >= target);
      for (const key of removed) rows.delete(key);
      return { type: 'devices_removed', seq, pks: removed.map((key) => DevicePk.parse(key)) };
    }
    if (kind === 'move') {
      const to = GroupPk.parse(seq + 1);
      const moved = [...rows.values()].filter((row) => row.pk >= target);
      for (const row of moved) rows.set(row.pk, { ...row, device_group_fk: to });
      return { type: 'devices_moved', seq, pks: moved.map((row) => row.pk), to, group_name: '' };
    }
    if (kind === 'alive') {
      const alive = device.alive === 1 ? 0 : 1;
      const at = FIRST_TIME + seq;
      const time = new Date(at).toISOString();
      const times = alive === 1 ? { last_connected_time: time } : { last_disconnected_time: time };
      rows.set(target, { ...device, alive, ...times });
      return { type: 'alive', seq, rows: [[pk, alive, at]] };
    }
    const patch = { alias: `renamed-${seq}` };
    rows.set(target, { ...device, ...patch });
    return { type: 'device_changed', seq, device_pk: pk, patch };
  };

  const page = (after: number) => {
    const objects = [...rows.values()]
      .filter(({ pk }) => pk > after)
      .toSorted((a, b) => a.pk - b.pk)
      .slice(0, PAGE);
    return { objects, seq, next: objects.length < PAGE ? null : (objects.at(-1)?.pk ?? null) };
  };

  return {
    apply,
    page,
    rows: () => [...rows.values()].toSorted((a, b) => a.pk - b.pk),
    get seq() {
      return seq;
    },
  };
}

/**
 * Runs a client against a server over a wire that loses, repeats and reorders events, with snapshots that are read page
 * by page while changes go on. Ends when the wire is quiet and the client has no gap; returns the server's devices.
 */
export function runOverLossyWire(
  script: readonly Step[],
  connect: (onGap: () => void) => Client,
): { rows: readonly DeviceRow[]; seq: number } {
  const server = createServer();
  let wire: { event: FleetEvent; due: number }[] = [];
  let reading: { rows: DeviceRow[]; seq: number; after: number } | null = null;
  let wanted = true;
  let now = 0;
  const client = connect(() => void (wanted = true));

  const read = () => {
    if (!reading) wanted = false;
    const { objects, seq, next } = server.page(reading?.after ?? 0);
    reading = { rows: [...(reading?.rows ?? []), ...objects], seq: reading?.seq ?? seq, after: next ?? 0 };
    if (next !== null) return;
    client.replace(reading.rows, reading.seq);
    reading = null;
  };
  const deliver = () => {
    const due = wire.filter((message) => message.due <= now);
    wire = wire.filter((message) => message.due > now);
    for (const { event } of due) client.accept(event);
  };
  const run: { readonly [K in Step['kind']]: (step: Extract<Step, { kind: K }>) => void } = {
    change: ({ change: kind, pk, fate }) => {
      const event = server.apply(kind, pk);
      for (let copy = 0; copy < fate.copies; copy += 1) wire.push({ event, due: now + fate.delay * (copy + 1) });
    },
    read,
    heartbeat: () => client.confirm(server.seq),
    reconnect: () => {
      wire = [];
      client.restart();
      wanted = true;
    },
  };

  for (const step of script) {
    (run[step.kind] as (step: Step) => void)(step);
    deliver();
    now += 1;
  }
  now = Number.POSITIVE_INFINITY;
  deliver();
  client.confirm(server.seq);
  for (let rounds = 0; wanted || reading; rounds += 1) {
    if (rounds > 50) throw new Error('the client does not stop asking for snapshots');
    read();
    if (!reading) client.confirm(server.seq);
  }
  return { rows: server.rows(), seq: server.seq };
}
