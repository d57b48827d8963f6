import type { FunctionSettings } from '@vigil/shared/contract/function-settings-rules';
import { readFunctionSettings, writeFunctionSettings } from '@vigil/shared/contract/http/function-settings';
import { expect } from 'vitest';
import type { TestApi } from './test-api.ts';
import type { TestCompany } from './world.ts';

/** The settings of a company that has set none. */
export const functionSettings: FunctionSettings = {
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
  password_max: 12,
  otp_required: 0,
  self_unlock: 1,
  agent_restart_time: null,
  statistics_delete_period: 12,
  pictures: 1,
  picture_retention: 10,
  picture_budget: null,
};

/** Saves settings as an administrator does, the others as they are in force. */
export async function saveSettings(
  api: TestApi,
  { admin }: Pick<TestCompany, 'admin'>,
  changed: Partial<FunctionSettings>,
): Promise<void> {
  const [now] = (await api.call(admin, readFunctionSettings)).objects;
  if (!now) throw new Error('no settings');
  const { changes: _, ...settings } = now;
  const saved = await api.call(admin, writeFunctionSettings, { body: { ...settings, ...changed } });
  expect(saved.error).toBeUndefined();
}
