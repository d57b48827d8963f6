import { configDefaults, configLimits } from '../contract/app-config-rules.ts';
import type { AgentPolicies, AgentSettings } from '../contract/events/agent-down/settings.ts';

type Config = Readonly<Record<string, unknown>>;

/** The policies of a company that has set none. */
export const DEFAULT_AGENT_POLICIES: AgentPolicies = {
  capture: 1,
  display_power_save: 0,
  system_power_save: 0,
  vaccine: '',
  file_transfer: 1,
  security_agreement: 0,
  min_os_major: 0,
  min_os_minor: 0,
  agent_restart_time: null,
};

/** In seconds, with the default (decision 68). The agent has the defaults of all other keys itself. */
function intervalOf(key: 'refresh_interval' | 'img_refresh_interval', value: unknown): number {
  const [least, most] = configLimits[key];
  return typeof value === 'number' && value >= least && value <= most ? value : configDefaults[key];
}

/**
 * The settings of one agent: its own configuration over that of its group, over those of the groups above, key by key
 * (decision 68). `configs` starts with the device's own; `config` has configured keys only.
 */
export function resolveAgentSettings(
  configs: readonly Config[],
  policies: AgentPolicies | null,
  version: number,
): Omit<AgentSettings, 'server_time'> {
  const config: Config = Object.assign({}, ...configs.toReversed());
  return {
    refresh_interval: intervalOf('refresh_interval', config['refresh_interval']),
    img_refresh_interval: intervalOf('img_refresh_interval', config['img_refresh_interval']),
    config,
    version,
    policies: policies ?? DEFAULT_AGENT_POLICIES,
  };
}
