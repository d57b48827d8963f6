import { ledgerCommandTypes, type CommandType } from './names.ts';

/** The rules of configuration values without schemas, for the client; `app-config.ts` makes the schema of them. */

export const MAX_CONFIG_NAME = 50;
export const MAX_CONFIG_DESCRIPTION = 200;
/** Of one company. */
export const MAX_CONFIGS = 200;
const MAX_PROXY_LENGTH = 200;

/** From the most to the least verbose. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

export const updateChannels = ['stable', 'beta'] as const;
export type UpdateChannel = (typeof updateChannels)[number];

/** The least and the greatest value: intervals in seconds, quality in percent, hours of the device's own day. */
export const configLimits = {
  refresh_interval: [0.2, 3_600],
  img_refresh_interval: [0.2, 3_600],
  capture_quality: [1, 100],
  update_hour: [0, 23],
  agent_restart_time: [0, 23],
} as const satisfies Record<string, readonly [least: number, most: number]>;

/** A rectangle of a screen, in percent of its width and height; what is outside of the screen has no effect. */
export interface ScreenRegion {
  x: number;
  y: number;
  width: number;
  height: number;
}
export const regionLimits = { x: [0, 100], y: [0, 100], width: [1, 100], height: [1, 100] } as const satisfies Record<
  keyof ScreenRegion,
  readonly [least: number, most: number]
>;
export const regionSides = ['x', 'y', 'width', 'height'] as const satisfies readonly (keyof ScreenRegion)[];
export const MAX_BLUR_REGIONS = 20;

/** The keys of a configuration; one that is not set is inherited. */
export interface AppConfigValues {
  /** Seconds between two usage samples. */
  refresh_interval: number;
  /** Seconds between two frames; a longer interval than the default is a limit, within it the viewers decide. */
  img_refresh_interval: number;
  /** The highest compression quality of a frame. */
  capture_quality: number;
  /** 1: the screen is never captured. */
  capture_never: 0 | 1;
  /** What no frame shows. */
  blur_regions: ScreenRegion[];
  log_level: LogLevel;
  /** The commands that the agent runs; it refuses all others. */
  allowed_commands: 'all' | CommandType[];
  /** An HTTP proxy, as `http://host:port`; null = none. */
  proxy: string | null;
  update_channel: UpdateChannel;
  /** The hour in which updates are installed; null = any. */
  update_hour: number | null;
  /** The hour in which the agent restarts itself; null = never. */
  agent_restart_time: number | null;
}
export type ConfigKey = keyof AppConfigValues;

/** What one configuration sets. */
export type AppConfigOverrides = { readonly [K in ConfigKey]?: AppConfigValues[K] | undefined };

/** What applies where no configuration sets the key (decision 68). */
export const configDefaults: Readonly<AppConfigValues> = {
  refresh_interval: 5,
  img_refresh_interval: 5,
  capture_quality: 60,
  capture_never: 0,
  blur_regions: [],
  log_level: 'info',
  allowed_commands: 'all',
  proxy: null,
  update_channel: 'stable',
  update_hour: null,
  agent_restart_time: null,
};

/**
 * The shortest time between two frames of a device, in milliseconds; 0 = as often as viewers request. Viewers decide
 * the pace up to the default interval; only a longer one is a limit that was set on purpose.
 */
export const frameIntervalLimitMs = (img_refresh_interval: number): number =>
  img_refresh_interval > configDefaults.img_refresh_interval ? Math.round(img_refresh_interval * 1_000) : 0;

export const configKeys = Object.keys(configDefaults) as readonly ConfigKey[];

/**
 * Whether a text is the address of a proxy: host and port, perhaps with https. A name and a password are refused,
 * because everybody who may read the configuration would read them.
 */
export function isProxyUrl(text: string): boolean {
  if (text.length > MAX_PROXY_LENGTH || !URL.canParse(text)) return false;
  const { protocol, username, password, pathname, search, hash, hostname } = new URL(text);
  const isPlain = pathname === '/' && search === '' && hash === '' && username === '' && password === '';
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '' && isPlain;
}

export const expandAllowedCommands = (commands: AppConfigValues['allowed_commands']): readonly CommandType[] =>
  commands === 'all' ? ledgerCommandTypes : commands;
