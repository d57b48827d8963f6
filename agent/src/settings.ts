import { configShape } from '@vigil/shared/contract/app-config';
import {
  configDefaults,
  frameIntervalLimitMs,
  type LogLevel,
  type ScreenRegion,
} from '@vigil/shared/contract/app-config-rules';
import { AgentSettings, type AgentPolicies } from '@vigil/shared/contract/events/agent-down/settings';
import { agentCommandTypes, type AgentCommandType } from '@vigil/shared/contract/names';
import * as z from 'zod';
import { shortReasonOf, type Log } from './log.ts';
import type { StateStore } from './state-store.ts';

/** The settings that the device follows: those of the server, with a default where it has set nothing. */
export interface DeviceSettings {
  /** The version that the server gave them; `null` before the first settings arrived. */
  readonly version: number | null;
  readonly refreshMs: number;
  /** The shortest time between two frames; 0 = as often as viewers request. */
  readonly minFrameIntervalMs: number;
  /** The highest compression quality of a frame, 1–100. */
  readonly maxFrameQuality: number;
  /** Whether the screen may be captured at all. The policy `capture` does not decide that: it is about recordings. */
  readonly mayCapture: boolean;
  /** What frames do not show. */
  readonly blurRegions: readonly ScreenRegion[];
  readonly logLevel: LogLevel;
  readonly allowedCommands: ReadonlySet<AgentCommandType>;
  /** Address of the HTTP proxy; `null` = none. */
  readonly proxy: string | null;
  /** The hour of the device's day in which the agent restarts itself; `null` = never. */
  readonly restartHour: number | null;
  /** `null` before the server has sent any. */
  readonly policies: AgentPolicies | null;
}

const Stored = AgentSettings.omit({ server_time: true });
type Stored = z.infer<typeof Stored>;

const optional = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

/**
 * Names in a list or separated by commas; `all` stands for every command. A name that only a newer agent knows is
 * ignored: the list is still a list, and does not become "everything is allowed".
 */
const AllowedCommands = z
  .union([z.string().transform((text) => text.split(',')), z.array(z.string())])
  .transform((names) => names.map((name) => name.trim()))
  .transform((names) => new Set(agentCommandTypes.filter((type) => names.includes('all') || names.includes(type))));

/**
 * The keys of a device's configuration that take effect here. An invalid value counts as not configured. The
 * keys of updates take effect on the server.
 */
const Configuration = z.object({
  refresh_interval: optional(configShape.refresh_interval),
  img_refresh_interval: optional(configShape.img_refresh_interval),
  capture_quality: optional(configShape.capture_quality),
  capture_never: optional(configShape.capture_never),
  // What is meant to be hidden is not shown because this version does not understand it.
  blur_regions: configShape.blur_regions.optional().catch([{ x: 0, y: 0, width: 100, height: 100 }]),
  log_level: optional(configShape.log_level),
  allowed_commands: optional(AllowedCommands),
  proxy: optional(configShape.proxy),
  agent_restart_time: optional(configShape.agent_restart_time),
});

export const SETTINGS_FILE = 'settings.json';

const allCommands: ReadonlySet<AgentCommandType> = new Set(agentCommandTypes);

/**
 * A key of the configuration wins over the general setting of the same name: it was set for this device or its group.
 */
function deviceSettingsOf(settings: Stored | null): DeviceSettings {
  const config = Configuration.parse(settings?.config ?? {});
  return {
    version: settings?.version ?? null,
    refreshMs: (config.refresh_interval ?? settings?.refresh_interval ?? configDefaults.refresh_interval) * 1_000,
    minFrameIntervalMs: frameIntervalLimitMs(config.img_refresh_interval ?? configDefaults.img_refresh_interval),
    maxFrameQuality: config.capture_quality ?? configDefaults.capture_quality,
    mayCapture: config.capture_never !== 1,
    blurRegions: config.blur_regions ?? configDefaults.blur_regions,
    logLevel: config.log_level ?? configDefaults.log_level,
    allowedCommands: config.allowed_commands ?? allCommands,
    proxy: config.proxy ?? configDefaults.proxy,
    // Null is a value: "never", also where the company has an hour (decision 91).
    restartHour:
      config.agent_restart_time === undefined
        ? (settings?.policies?.agent_restart_time ?? null)
        : config.agent_restart_time,
    policies: settings?.policies ?? null,
  };
}

export interface SettingsOptions {
  store: StateStore;
  log: Log;
  /** Called after other settings took effect. */
  onApplied: (previous: DeviceSettings) => void;
}

/** Keeps the device's settings across restarts, so that they hold before the first connection, too. */
export class LastReceivedSettings {
  readonly #options: SettingsOptions;
  #stored: Stored | null;
  #isWritten = true;
  #current: DeviceSettings;

  constructor(options: SettingsOptions) {
    this.#options = options;
    this.#stored = readStored(options.store);
    this.#current = deviceSettingsOf(this.#stored);
    options.log.setLevel(this.#current.logLevel);
  }

  get current(): DeviceSettings {
    return this.#current;
  }

  /**
   * Applies settings of the server. The server is the truth, so the version does not decide whether: a server that was
   * restored from a backup counts on from a lower number, and its settings hold nevertheless. Only the same settings
   * under the same version, which every connection repeats, are no work.
   */
  apply(settings: Stored): void {
    const isSame = JSON.stringify(settings) === JSON.stringify(this.#stored);
    if (isSame && this.#isWritten) return;
    this.#write(settings);
    if (isSame) return;
    const previous = this.#current;
    this.#stored = settings;
    this.#current = deviceSettingsOf(settings);
    this.#options.log.setLevel(this.#current.logLevel);
    this.#options.log.info('settings applied', { version: settings.version, previous: previous.version });
    this.#options.onApplied(previous);
  }

  /** Settings that a full disk does not take hold until the agent ends; every connection repeats them. */
  #write(settings: Stored): void {
    const { store, log } = this.#options;
    try {
      store.write(SETTINGS_FILE, JSON.stringify(settings));
      this.#isWritten = true;
    } catch (error) {
      this.#isWritten = false;
      log.warn('settings not stored', { reason: shortReasonOf(error) });
    }
  }

  remove(): void {
    this.#options.store.remove(SETTINGS_FILE);
  }
}

/** Unreadable settings count as none: the next connection brings them again. */
function readStored(store: StateStore): Stored | null {
  try {
    return Stored.parse(JSON.parse(store.read(SETTINGS_FILE) ?? ''));
  } catch {
    return null;
  }
}
