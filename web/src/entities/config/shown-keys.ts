import type { ConfigKey } from '@vigil/shared/contract/app-config-rules';

/** The keys in the order of the form. */
export const shownConfigKeys = [
  'refresh_interval',
  'img_refresh_interval',
  'capture_quality',
  'capture_never',
  'blur_regions',
  'log_level',
  'allowed_commands',
  'proxy',
  'agent_restart_time',
  'update_channel',
  'update_hour',
] as const satisfies readonly ConfigKey[];
export type ShownConfigKey = (typeof shownConfigKeys)[number];

export const isShownKey = (key: ConfigKey): key is ShownConfigKey =>
  (shownConfigKeys as readonly string[]).includes(key);
