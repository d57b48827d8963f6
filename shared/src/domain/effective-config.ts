import {
  configDefaults,
  configKeys,
  type AppConfigValues,
  type ConfigKey,
  type AppConfigOverrides,
} from '../contract/app-config-rules.ts';
import type { AgentPolicies } from '../contract/events/agent-down/settings.ts';

/**
 * `from`: the index of the configuration that sets the key, `company` for a policy, null where nothing is configured.
 */
export interface EffectiveConfigEntry {
  readonly key: ConfigKey;
  readonly value: AppConfigValues[ConfigKey];
  readonly from: number | 'company' | null;
}

/**
 * What applies, key by key, of configurations that begin with the strongest (decision 68). The hour of the restart is
 * the company's where none of them has one (decision 91).
 */
export function effectiveConfig(
  configs: readonly AppConfigOverrides[],
  { agent_restart_time: companyHour }: Pick<AgentPolicies, 'agent_restart_time'>,
): EffectiveConfigEntry[] {
  return configKeys.map((key) => {
    const from = configs.findIndex((config) => config[key] !== undefined);
    const value = configs[from]?.[key];
    if (value !== undefined) return { key, value, from };
    if (key === 'agent_restart_time' && companyHour !== null) return { key, value: companyHour, from: 'company' };
    return { key, value: configDefaults[key], from: null };
  });
}
