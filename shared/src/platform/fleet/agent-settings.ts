import type { AgentSettings } from '../../contract/events/agent-down/settings.ts';
import type { AppConfigPk, DevicePk } from '../../contract/ids.ts';
import { resolveAgentSettings } from '../../domain/agent-settings.ts';
import type { FleetIndex } from './fleet-index.ts';

/**
 * The settings of one device: its own configuration over those of its groups, from the nearest upwards, over the
 * default one. Their version is the newest of all entries that they derive from, deleted ones included, so that it
 * grows whenever they may have changed. Undefined for a device that is not in the index.
 */
export function agentSettingsOf(index: FleetIndex, pk: DevicePk): Omit<AgentSettings, 'server_time'> | undefined {
  const device = index.devices.get(pk);
  if (!device) return undefined;
  const configs: Readonly<Record<string, unknown>>[] = [];
  let version = Math.max(device.version, index.policies.version);
  const add = (config: AppConfigPk | null) => {
    const found = config === null ? undefined : index.configs.get(config);
    if (!found) return;
    if (found.config) configs.push(found.config);
    version = Math.max(version, found.version);
  };
  add(device.config);
  for (let group = index.groups.get(device.group); group; group = parentOf(index, group.parent)) {
    add(group.config);
    version = Math.max(version, group.version);
  }
  add(index.base);
  return resolveAgentSettings(configs, index.policies.policies, version);
}

const parentOf = (index: FleetIndex, parent: FleetIndex['groups'] extends Map<infer K, unknown> ? K | null : never) =>
  parent === null ? undefined : index.groups.get(parent);
