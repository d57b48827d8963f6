import type { Log } from './log.ts';

/** What a restart of the agent would cut short. */
export type RestartObstacle = 'device_in_use' | 'install_running';

interface Activity {
  readonly running: number;
  /** Resolves once nothing runs. */
  whenIdle(): Promise<void>;
}

export interface IdleRestarterOptions {
  sessions: Activity;
  /** Null when this agent installs nothing. */
  installations: Activity | null;
  restart: () => void;
  log: Log;
}

/** Restarts the agent only while no remote session and no installation runs. */
export class IdleRestarter {
  readonly #options: IdleRestarterOptions;

  constructor(options: IdleRestarterOptions) {
    this.#options = options;
  }

  get obstacle(): RestartObstacle | null {
    const { sessions, installations } = this.#options;
    if (sessions.running > 0) return 'device_in_use';
    return installations !== null && installations.running > 0 ? 'install_running' : null;
  }

  /**
   * Waits until nothing would be cut short, then prepares and restarts in one step, so that nothing can begin in
   * between.
   * @returns null, or what was still running when `signal` aborted
   */
  async restart({ signal, prepare }: { signal: AbortSignal; prepare?: () => void }): Promise<RestartObstacle | null> {
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    for (;;) {
      const { obstacle } = this;
      if (obstacle === null) {
        prepare?.();
        this.#options.restart();
        return null;
      }
      if (signal.aborted) return obstacle;
      this.#options.log.info('restart waits', { obstacle });
      await Promise.race([this.#whenIdle(obstacle), aborted]);
    }
  }

  async #whenIdle(obstacle: RestartObstacle): Promise<void> {
    const { sessions, installations } = this.#options;
    await (obstacle === 'device_in_use' ? sessions : installations)?.whenIdle();
  }
}
