import { commandTypes, type CommandType } from '@vigil/shared/contract/command';
import { AgentSettings, type AgentPolicies } from '@vigil/shared/contract/events/agent-down/settings';
import { z } from 'zod';
import { LogLevel, type Log } from './log.ts';
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
  readonly logLevel: LogLevel;
  readonly allowedCommands: ReadonlySet<CommandType>;
  /** `null` before the server has sent any. */
  readonly policies: AgentPolicies | null;
}

const Stored = AgentSettings.omit({ server_time: true });
type Stored = z.infer<typeof Stored>;

const optional = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);
const Seconds = z.coerce.number().min(0.2).max(3_600);

/** Names in a list or separated by commas; `all` stands for every command. Unknown names are ignored. */
const AllowedCommands = z
  .union([z.string().transform((text) => text.split(',')), z.array(z.string())])
  .transform((names) => names.map((name) => name.trim()))
  .transform((names) => new Set(commandTypes.filter((type) => names.includes('all') || names.includes(type))));

/** The keys of a device's configuration that this agent supports. An invalid value counts as not configured. */
const Configuration = z.object({
  refresh_interval: optional(Seconds),
  img_refresh_interval: optional(Seconds),
  capture_quality: optional(z.coerce.number().min(1).max(100)),
  capture_never: optional(z.coerce.number()),
  log_level: optional(LogLevel),
  allowed_commands: optional(AllowedCommands),
});

const SETTINGS_FILE = 'settings.json';

/** How often usage is reported until the server has sent settings. */
const DEFAULT_REFRESH_S = 5;

/**
 * The server sends this interval when none is configured. Viewers decide the pace of frames then, as they do for
 * shorter intervals; only a longer one is a limit that was set on purpose.
 */
const DEFAULT_IMG_REFRESH_S = 5;

const allCommands: ReadonlySet<CommandType> = new Set(commandTypes);

/** A key of the configuration wins over the general setting of the same name: it was set for this device or its group. */
function deviceSettingsOf(settings: Stored | null): DeviceSettings {
  const config = Configuration.parse(settings?.config ?? {});
  const frameInterval = config.img_refresh_interval ?? DEFAULT_IMG_REFRESH_S;
  return {
    version: settings?.version ?? null,
    refreshMs: (config.refresh_interval ?? settings?.refresh_interval ?? DEFAULT_REFRESH_S) * 1_000,
    minFrameIntervalMs: frameInterval > DEFAULT_IMG_REFRESH_S ? frameInterval * 1_000 : 0,
    maxFrameQuality: Math.round(config.capture_quality ?? 100),
    mayCapture: config.capture_never !== 1,
    logLevel: config.log_level ?? 'info',
    allowedCommands: config.allowed_commands ?? allCommands,
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
export class Settings {
  readonly #options: SettingsOptions;
  #stored: Stored | null;
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
    if (JSON.stringify(settings) === JSON.stringify(this.#stored)) return;
    const previous = this.#current;
    this.#options.store.write(SETTINGS_FILE, JSON.stringify(settings));
    this.#stored = settings;
    this.#current = deviceSettingsOf(settings);
    this.#options.log.setLevel(this.#current.logLevel);
    this.#options.log.info('settings applied', { version: settings.version, previous: previous.version });
    this.#options.onApplied(previous);
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
