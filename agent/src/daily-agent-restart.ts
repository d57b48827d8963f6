import { createHash } from 'node:crypto';
import { every, type Clock } from './clock.ts';
import type { RestartObstacle } from './idle-restarter.ts';
import type { Log } from './log.ts';
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
 * Whether a moment is in an hour of the local day. Where clocks are put forward over that hour, the hour after the gap
 * stands for it: the night would have no restart otherwise.
 */
function isInHour(local: Date, hour: number | null): boolean {
  if (hour === null) return false;
  if (local.getHours() === hour) return true;
  // A time in the gap is read as the same time after it, one hour on as a rule.
  const wanted = new Date(local.getFullYear(), local.getMonth(), local.getDate(), hour);
  return wanted.getHours() !== hour && local.getHours() === wanted.getHours();
}

/**
 * Restarts the agent once a day in the configured hour of the device's own day, at a minute that follows from its id,
 * or later in that hour if a remote session or an installation is running (decision 41).
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
    if (!isInHour(local, settings.current.restartHour) || local.getMinutes() < minuteOf(guid())) return;
    if (now - this.#startedAt < MIN_UPTIME_MS || restarts.obstacle !== null) return;
    log.info('scheduled restart', { hour: local.getHours() });
    restart();
  }
}
