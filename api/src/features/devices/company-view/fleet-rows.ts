import type { DeviceRow } from '@vigil/shared/contract/device';
import type { FrameExt } from '@vigil/shared/contract/events/agent-up/thumbnail';
import { usageBatchColumns } from '@vigil/shared/contract/events/browser-down/fleet-state';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { usageColumns } from '@vigil/shared/contract/names';
import { isGroupWithin } from '@vigil/shared/domain/group-tree';
import { toHundredths } from '@vigil/shared/domain/hundredths';
import { showsDetails } from '@vigil/shared/domain/visible-parts';
import type { BusKind, BusMessageOf } from '@vigil/shared/platform/bus/messages';
import type { UsageValues } from '@vigil/shared/platform/redis/usage';

/** What the database has of a row. The name of its group is kept with the group, favourites are the viewer's. */
export type StoredFields = Readonly<Omit<DeviceRow, LiveField>>;
type LiveField =
  | 'alive'
  | 'favorate'
  | 'device_group_name'
  | Exclude<(typeof usageColumns)[number], 'fan_speed'>
  | 'fan_speed_id'
  | '_ext';

export interface ListedRow {
  /** Replaced, never changed. */
  stored: StoredFields;
  online: boolean;
  usage: UsageValues | null;
  frame: FrameExt | null;
  /** The row as JSON up to the approval and the favourite, which depend on the viewer; null until it is needed. */
  json: string | null;
}

interface ListedGroup {
  readonly name: string;
  readonly parent: GroupPk | null;
}

/** The rows of one company as lists show them. */
export interface FleetRows {
  readonly devices: Map<DevicePk, ListedRow>;
  readonly groups: Map<GroupPk, ListedGroup>;
  /** Grows when the rows change their order by name: they are others, or one has another name. */
  membership: number;
  /** Grows when a row may have a new text. */
  texts: number;
}

export const emptyFleetRows = (): FleetRows => ({ devices: new Map(), groups: new Map(), membership: 0, texts: 0 });

const DISK = usageColumns.indexOf('hdd_usage');

/** A measured value as HTTP shows it, by its place in `usageColumns`: disk usage is in hundredths of a percent. */
export function shownMeasure({ stored, online, usage }: ListedRow, usageColumnIndex: number): number | null {
  // The last values of an offline device are outdated.
  if (!online || !usage || !showsDetails(stored)) return null;
  const value = usage[usageColumnIndex] ?? null;
  return usageColumnIndex === DISK ? toHundredths(value) : value;
}

export const shownFrameFormat = ({ stored, frame }: ListedRow): FrameExt | null =>
  showsDetails(stored) ? frame : null;

/** The fields of a row, or of a patch, that the database has. */
export function storedFields<Row extends Partial<DeviceRow>>(row: Row): Omit<Row, LiveField> {
  // Not `delete`, after which an object takes several times the memory.
  const {
    alive: _alive,
    favorate: _favorate,
    device_group_name: _group,
    cpu_usage: _cpu,
    memory_usage: _memory,
    memory_capacity: _memoryCapacity,
    memory_uses: _memoryUses,
    hdd_usage: _disk,
    hdd_capacity: _diskCapacity,
    hdd_uses: _diskUses,
    cpu_temp: _cpuTemperature,
    hdd_temp: _diskTemperature,
    fan_speed_id: _fan,
    _ext,
    ...stored
  } = row;
  return stored;
}

/** The group with everything below it. */
export function groupsWithin({ groups }: FleetRows, ancestor: GroupPk): Set<GroupPk> {
  const parentOf = (group: GroupPk) => groups.get(group)?.parent;
  return new Set([...groups.keys()].filter((group) => isGroupWithin(group, ancestor, parentOf)));
}

/** The messages that change rows. */
export type FleetRowsMessage = BusMessageOf<
  | 'alive'
  | 'device_added'
  | 'device_changed'
  | 'devices_changed'
  | 'device_removed'
  | 'devices_removed'
  | 'devices_moved'
  | 'group_changed'
  | 'system_usage'
  | 'device_times'
  | 'frame_format'
>;

type Appliers = { readonly [K in FleetRowsMessage['t']]: (rows: FleetRows, message: BusMessageOf<K>) => void };

const appliers: Appliers = {
  alive: ({ devices }, { rows }) => {
    for (const [pk, state, at] of rows) {
      const row = devices.get(pk);
      if (!row) continue;
      row.online = state === 1;
      row.json = null;
      applyTimes(row, state === 1 ? at : null, state === 1 ? null : at);
    }
  },
  device_added: (fleet, { device }) => {
    const known = fleet.devices.get(device.pk);
    const stored = storedFields(device);
    if (known) change(known, stored);
    else fleet.devices.set(device.pk, { stored, online: false, usage: null, frame: null, json: null });
    fleet.membership += 1;
    fleet.texts += 1;
  },
  device_changed: (fleet, { device_pk, patch }) => patchRow(fleet, device_pk, patch),
  devices_changed: (fleet, { pks, patch }) => {
    for (const pk of pks) patchRow(fleet, pk, patch);
  },
  device_removed: (fleet, { device_pk }) => remove(fleet, [device_pk]),
  devices_removed: (fleet, { pks }) => remove(fleet, pks),
  devices_moved: ({ devices }, { pks, to }) => {
    for (const pk of pks) {
      const row = devices.get(pk);
      if (row) change(row, { device_group_fk: to });
    }
  },
  group_changed: ({ groups, devices }, { changed, removed }) => {
    const renamed = new Set(changed.filter(({ pk, name }) => groups.get(pk)?.name !== name).map(({ pk }) => pk));
    for (const row of devices.values()) if (renamed.has(row.stored.device_group_fk)) row.json = null;
    for (const { pk, name, group_fk } of changed) groups.set(pk, { name, parent: group_fk });
    for (const pk of removed) groups.delete(pk);
  },
  system_usage: ({ devices }, { cols, rows }) => {
    const values = valuesReader(cols);
    for (const sample of rows) {
      const row = devices.get(sample[0] as DevicePk);
      if (row) setUsage(row, values(sample));
    }
  },
  device_times: ({ devices }, { rows }) => {
    for (const [pk, connected, disconnected] of rows) {
      const row = devices.get(pk);
      if (row) applyTimes(row, connected, disconnected);
    }
  },
  frame_format: ({ devices }, { device, ext }) => {
    const row = devices.get(device);
    if (!row) return;
    row.frame = ext;
    row.json = null;
  },
};

function patchRow(fleet: FleetRows, pk: DevicePk, patch: BusMessageOf<'device_changed'>['patch']): void {
  const row = fleet.devices.get(pk);
  if (!row) return;
  const { config_version: _version, ...listed } = patch;
  change(row, storedFields(listed as Partial<DeviceRow>));
  if (patch.alias !== undefined) fleet.membership += 1;
  fleet.texts += 1;
}

export const changesFleetRows = (message: { readonly t: BusKind }): message is FleetRowsMessage =>
  Object.hasOwn(appliers, message.t);

/** Applies a message. Messages carry states, not differences: applying one twice changes nothing. */
export function applyToRows(fleet: FleetRows, message: FleetRowsMessage): void {
  // The table is complete by kind; TypeScript cannot relate the entry to the message.
  (appliers[message.t] as (fleet: FleetRows, message: FleetRowsMessage) => void)(fleet, message);
}

function change(row: ListedRow, fields: Partial<StoredFields>): void {
  row.stored = { ...row.stored, ...fields };
  row.json = null;
}

export function setUsage(row: ListedRow, usage: UsageValues): void {
  row.usage = usage;
  row.json = null;
}

function remove(fleet: FleetRows, pks: readonly DevicePk[]): void {
  for (const pk of pks) fleet.devices.delete(pk);
  fleet.membership += 1;
}

/** The newest of both, as the database keeps them; milliseconds since 1970. */
function applyTimes(row: ListedRow, connected: number | null, disconnected: number | null): void {
  const { last_connected_time, last_disconnected_time } = row.stored;
  const times = {
    last_connected_time: newest(last_connected_time, connected),
    last_disconnected_time: newest(last_disconnected_time, disconnected),
  };
  if (times.last_connected_time === last_connected_time && times.last_disconnected_time === last_disconnected_time)
    return;
  change(row, times);
}

const newest = (known: string | null, at: number | null): string | null =>
  at === null || (known !== null && Date.parse(known) >= at) ? known : new Date(at).toISOString();

/** Reads the values of a sample; a gateway of another version may send other columns. */
function valuesReader(cols: readonly string[]): (sample: readonly (number | null)[]) => UsageValues {
  if (cols.every((name, i) => name === usageBatchColumns[i])) return (sample) => sample.slice(1);
  const places = usageColumns.map((name) => cols.indexOf(name));
  return (sample) => places.map((place) => sample[place] ?? null);
}
