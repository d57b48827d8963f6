import { createHash } from 'node:crypto';
import { every, type Clock } from './clock.ts';
import type { Log } from './log.ts';
import type { RestartObstacle } from './idle-restarter.ts';
import type { DeviceSettings } from './settings.ts';

export interface DailyAgentRestartOptions {
  clock: Clock;
  settings: { readonly current: Pick<DeviceSettings, 'restartHour'> };
  restarts: { readonly obstacle: RestartObstacle | null };
  /** The device's id, by which the devices of a site restart in different minutes. */
  guid: () => string;
  restart: () => void;
  log: Log;
}

const CHECK_MS = 60_000;
/** Decision 41: an agent that was restarted today is not restarted again. */
const MIN_UPTIME_MS = 20 * 3_600_000;

const minuteOf = (guid: string): number => createHash('sha256').update(guid).digest().readUInt16BE() % 60;

/**
 * Restarts the agent once a day in the configured hour of the device's own day, at a minute that follows from its id, or later in
 * that hour if a remote session or an installation is running (decision 41).
 */
export class DailyAgentRestart implements Disposable {
  readonly #options: DailyAgentRestartOptions;
  readonly #startedAt: number;
  #checks: Disposable | null = null;

  constructor(options: DailyAgentRestartOptions) {
    this.#options = options;
    this.#startedAt = options.clock.now();
  }

  /** The clock is looked at only while there is an hour to wait for. */
  schedule(): void {
    const { clock, settings } = this.#options;
    if (settings.current.restartHour === null) this[Symbol.dispose]();
    else this.#checks ??= every(clock, CHECK_MS, () => this.#check());
  }

  [Symbol.dispose](): void {
    this.#checks?.[Symbol.dispose]();
    this.#checks = null;
  }

  #check(): void {
    const { clock, settings, restarts, guid, log, restart } = this.#options;
    const now = clock.now();
    const local = new Date(now);
    if (local.getHours() !== settings.current.restartHour || local.getMinutes() < minuteOf(guid())) return;
    if (now - this.#startedAt < MIN_UPTIME_MS || restarts.obstacle !== null) return;
    log.info('scheduled restart', { hour: local.getHours() });
    restart();
  }
}
