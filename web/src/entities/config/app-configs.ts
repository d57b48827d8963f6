import { listAppConfigs, readDeviceConfig } from '@vigil/shared/contract/routes/commands';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { defineResource } from '../resource.ts';

/** The configurations of the company. */
export const appConfigs = defineResource({ key: 'app-configs', list: listAppConfigs, rereadOn: ['config'] });

type Configured = Pick<FleetDevice, 'pk' | 'app_config_fk' | 'device_group_fk' | 'config_version'>;

/**
 * What applies to a device. It is read again when configurations change (`registerReread`), when the device gets
 * another one or another group, and when its agent reports which settings it has applied.
 */
export function useDeviceConfig({ pk, app_config_fk, device_group_fk, config_version }: Configured) {
  return appConfigs.useRead(
    ['of-device', pk, app_config_fk, device_group_fk, config_version ?? null],
    async ({ call }) => (await call(readDeviceConfig, { params: { pk: String(pk) } })).objects[0] ?? null,
    // The panel of one device never shows another: it is made anew for each.
    { placeholderData: (previous) => (previous?.device_pk === pk ? previous : undefined) },
  );
}
