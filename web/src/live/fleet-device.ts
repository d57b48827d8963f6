import type { ListedDevice } from '@vigil/shared/contract/device-columns';

/**
 * A device as the screen reads it. Unlike in `ListedDevice`, `hdd_usage` is a plain percent. The name of the group is left
 * to the tree of groups, so that a renamed group changes no device.
 */
export type FleetDevice = Readonly<
  ListedDevice & {
    fan_speed: number | null;
    /** The settings that its agent has applied, once it has reported them while this page was open. */
    config_version?: number | null;
  }
>;
