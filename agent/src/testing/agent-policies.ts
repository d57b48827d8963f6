import type { AgentPolicies } from '@vigil/shared/contract/events/agent-down/settings';

/** The policies of a company that has set none. */
export const noDemands: AgentPolicies = {
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
