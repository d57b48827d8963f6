import type { AgentPolicies, AgentSettings } from '../contract/events/agent-down/settings.ts';

type Config = Readonly<Record<string, unknown>>;

/** Seconds, without a configuration (decision 68). The agent knows the defaults of all other keys itself. */
const DEFAULT_INTERVAL_S = 5;

/** What a company demands that never set anything. */
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

const intervalOf = (value: unknown): number =>
  typeof value === 'number' && value >= 0.2 && value <= 3_600 ? value : DEFAULT_INTERVAL_S;

/**
 * What one agent is to do: its own configuration over that of its group, over those of the groups above, key by key
 * (decision 68). `configs` has the device's own first; `config` holds only configured keys.
 */
export function resolveAgentSettings(
  configs: readonly Config[],
  policies: AgentPolicies | null,
  version: number,
): Omit<AgentSettings, 'server_time'> {
  const config: Config = Object.assign({}, ...configs.toReversed());
  return {
    refresh_interval: intervalOf(config['refresh_interval']),
    img_refresh_interval: intervalOf(config['img_refresh_interval']),
    config,
    version,
    policies: policies ?? DEFAULT_AGENT_POLICIES,
  };
}
