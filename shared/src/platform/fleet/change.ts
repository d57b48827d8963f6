import type { Bit, DeviceRow } from '../../contract/device.ts';
import type { AgentPolicies } from '../../contract/events/agent-down/settings.ts';
import type { FramePolicies } from '../../contract/frame-policies.ts';
import type { HardwareId } from '../../contract/hardware.ts';
import type { AppConfigPk, DeviceGuid, DevicePk, GroupPk } from '../../contract/ids.ts';
import type { KeyHolders, BusMessageOf } from '../bus/messages.ts';

/** The bus messages of fleet changes: devices, groups, and agent settings. */
export type FleetChangeKind =
  | 'device_changed'
  | 'devices_changed'
  | 'device_added'
  | 'device_removed'
  | 'devices_removed'
  | 'devices_moved'
  | 'group_changed'
  | 'approval_window'
  | 'settings_changed';

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;

/** A fleet change. The edits of the fleet index and the published message both derive from it. */
export type FleetChange = Without<BusMessageOf<FleetChangeKind>, 'seq' | 'version'>;

/** Changes for browsers carry the company's next sequence number; the others are for gateways only. */
export const hasSequenceNumber = ({ t }: Pick<FleetChange, 't'>): boolean => t !== 'settings_changed';

/** What browsers show of groups besides the tree has changed: their thresholds, or the users who see them. */
export const groupDetailsChangedMessages = (details: readonly GroupPk[]): FleetChange[] =>
  details.length === 0 ? [] : [{ t: 'group_changed', changed: [], removed: [], details: [...details] }];

/** Changes of devices, one for all that have the same patch; a device of which nothing changed has none. */
export const deviceChangesOf = (rows: readonly DevicePatched[]): FleetChange[] =>
  [...Map.groupBy(rows, ({ patch }) => JSON.stringify(patch)).values()].flatMap((same): FleetChange[] => {
    const [{ pk, patch }] = same as [DevicePatched];
    if (Object.keys(patch).length === 0) return [];
    if (same.length === 1) return [{ t: 'device_changed', device_pk: pk, patch }];
    return [{ t: 'devices_changed', pks: same.map((row) => row.pk), patch }];
  });

export interface DevicePatched {
  readonly pk: DevicePk;
  readonly patch: BusMessageOf<'devices_changed'>['patch'];
}

export interface IndexedDevice {
  readonly group: GroupPk;
  readonly approval: Bit;
  readonly config: AppConfigPk | null;
  /** Written by `formatKeyHolders`; null as long as one hardware only used the key of the device. */
  readonly keyHolders: string | null;
  /**
   * Of its identity: after a restored backup another device may have its number. Null in an index of an earlier
   * version.
   */
  readonly guid: DeviceGuid | null;
}

/** The form of the fleet index: the device's own hardware, then what is barred. */
const formatKeyHolders = ({ own, barred }: KeyHolders): string => [own, ...barred].join(',');

export function parseKeyHolders(text: string | null | undefined): KeyHolders | null {
  const [own, ...barred] = (text ?? '').split(',') as HardwareId[];
  return own ? { own, barred } : null;
}

export interface IndexedGroup {
  readonly parent: GroupPk | null;
  readonly config: AppConfigPk | null;
}

/**
 * One edit of the fleet index. `put` writes a whole entry, null removes it, or marks a configuration as deleted.
 * `patch` writes some fields, and creates a missing entry for a group, but not for a device.
 */
export type IndexEdit =
  | { readonly device: DevicePk; readonly put: IndexedDevice | null }
  | { readonly device: DevicePk; readonly patch: Partial<IndexedDevice> }
  | { readonly group: GroupPk; readonly put: IndexedGroup | null }
  | { readonly group: GroupPk; readonly patch: Partial<IndexedGroup> }
  | { readonly config: AppConfigPk; readonly put: Readonly<Record<string, unknown>> | null }
  | { readonly base: AppConfigPk }
  | { readonly policies: AgentPolicies }
  | { readonly frames: FramePolicies };

const indexed = ({ guid, device_group_fk, approval, app_config_fk }: DeviceRow): IndexedDevice => ({
  group: device_group_fk,
  approval,
  config: app_config_fk,
  keyHolders: null,
  guid,
});

const edits: { readonly [K in FleetChangeKind]: (change: Extract<FleetChange, { t: K }>) => IndexEdit[] } = {
  device_added: ({ device }) => [{ device: device.pk, put: indexed(device) }],
  device_removed: ({ device_pk }) => [{ device: device_pk, put: null }],
  devices_removed: ({ pks }) => pks.map((pk) => ({ device: pk, put: null })),
  devices_moved: ({ pks, to }) => pks.map((pk) => ({ device: pk, patch: { group: to } })),
  device_changed: ({ device_pk, patch: { approval, app_config_fk }, hardware }) => {
    const patch = {
      ...(approval === undefined ? {} : { approval }),
      ...(app_config_fk === undefined ? {} : { config: app_config_fk }),
      ...(hardware === undefined ? {} : { keyHolders: hardware && formatKeyHolders(hardware) }),
    };
    return Object.keys(patch).length === 0 ? [] : [{ device: device_pk, patch }];
  },
  devices_changed: ({ pks, patch }) =>
    pks.flatMap((device_pk) => edits.device_changed({ t: 'device_changed', device_pk, patch })),
  group_changed: ({ changed, removed }) => [
    ...changed.map(({ pk, group_fk }) => ({ group: pk, patch: { parent: group_fk } })),
    ...removed.map((pk) => ({ group: pk, put: null })),
  ],
  approval_window: () => [],
  settings_changed: ({ policies, frames, configs, groups, base }) => [
    ...(policies ? [{ policies }] : []),
    ...(frames ? [{ frames }] : []),
    ...(base === undefined ? [] : [{ base }]),
    ...configs.map(({ pk, config }) => ({ config: pk, put: config })),
    ...groups.map(([group, config]) => ({ group, patch: { config } })),
  ],
};

/** Whether this version knows the kind of a change: one in the outbox may be of a later version. */
export const isKnownChange = ({ t }: Pick<FleetChange, 't'>): boolean => Object.hasOwn(edits, t);

/** The edits of the fleet index, in Redis and in the memory of gateways, that a change causes. */
export const indexEditsOf = (change: FleetChange): IndexEdit[] =>
  // The table is complete by kind; TypeScript cannot relate the entry to the change.
  (edits[change.t] as (change: FleetChange) => IndexEdit[])(change);
