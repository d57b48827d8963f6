import { useQuery } from '@tanstack/react-query';
import { listAppConfigs, readDeviceConfig } from '../../endpoints.ts';
import { useServices } from '../../lib/services.ts';
import type { FleetDevice } from '../../live/fleet-store.ts';
import { rereadOn } from '../../live/reread-on.ts';
import { resource } from '../resource.ts';

/** The configurations of the company. */
export const appConfigs = resource({ key: 'app-configs', list: listAppConfigs, rereadOn: ['configs'] });
const deviceConfigsKey = rereadOn(['device-config'], ['configs']);

type Configured = Pick<FleetDevice, 'pk' | 'app_config_fk' | 'device_group_fk' | 'config_version'>;

/**
 * What applies to a device. It is read again when configurations change (`rereadOn`), when the device gets another one or
 * another group, and when its agent reports which settings it has applied.
 */
export function useDeviceConfig({ pk, app_config_fk, device_group_fk, config_version }: Configured) {
  const { api } = useServices();
  return useQuery({
    queryKey: [...deviceConfigsKey, pk, app_config_fk, device_group_fk, config_version ?? null],
    queryFn: async () => (await api.call(readDeviceConfig, { params: { pk: String(pk) } })).objects[0] ?? null,
    // The panel of one device never shows another: it is made anew for each.
    placeholderData: (previous) => (previous?.device_pk === pk ? previous : undefined),
  });
}
