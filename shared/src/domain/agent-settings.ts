import type { AgentPolicies, AgentSettings } from '../contract/events/agent-down/settings.ts';

type Config = Readonly<Record<string, unknown>>;

/** The defaults of an agent without a configuration (decision 68). Intervals in seconds, quality 1–100. */
export const DEFAULT_CONFIG = {
  refresh_interval: 5,
  img_refresh_interval: 5,
  capture_quality: 60,
  capture_never: 0,
  log_level: 'info',
  allowed_commands: 'all',
  proxy: null,
  update_channel: 'stable',
  update_hour: null,
  agent_restart_time: null,
} as const satisfies Config;

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

const interval = (value: unknown, fallback: number): number =>
  typeof value === 'number' && value >= 0.2 && value <= 3_600 ? value : fallback;

/**
 * The settings of one agent: its own configuration over that of its group, over those of the groups above, over the
 * default, key by key (decision 68). `configs` starts with the device's own.
 */
export function resolveAgentSettings(
  configs: readonly Config[],
  policies: AgentPolicies | null,
  version: number,
): Omit<AgentSettings, 'server_time'> {
  const config: Config = Object.assign({}, DEFAULT_CONFIG, ...configs.toReversed());
  return {
    refresh_interval: interval(config['refresh_interval'], DEFAULT_CONFIG.refresh_interval),
    img_refresh_interval: interval(config['img_refresh_interval'], DEFAULT_CONFIG.img_refresh_interval),
    config,
    version,
    policies: policies ?? DEFAULT_AGENT_POLICIES,
  };
}
