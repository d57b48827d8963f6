import type { VersionedFunctionSettings } from '@vigil/shared/contract/http/function-settings';

/** The function settings of a company that changed none of them. */
export const sampleFunctionSettings: VersionedFunctionSettings = {
  file_transfer: 1,
  block_num: 5,
  password_change_limit: 0,
  idle_time: 0,
  min_os_major: 0,
  min_os_minor: 0,
  session_time: 0,
  vaccine: '',
  capture: 1,
  display_power_save: 0,
  system_power_save: 0,
  security_agreement: 0,
  remote_consent: 0,
  password_level: 3,
  self_unlock: 1,
  password_max: 12,
  otp_required: 0,
  agent_restart_time: null,
  statistics_delete_period: 12,
  pictures: 1,
  picture_retention: 10,
  picture_budget: null,
  version: 1,
  changes: {},
};
