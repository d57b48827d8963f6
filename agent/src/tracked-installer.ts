import type { Installer } from './executors/executor.ts';

/** The installations of applications on this device; those that a former process of the agent began count as well. */
export class TrackedInstaller implements Installer {
  readonly #installer: Installer;
  readonly #running = new Set<Promise<unknown>>();

  constructor(installer: Installer) {
    this.#installer = installer;
  }

  get running(): number {
    return this.#running.size;
  }

  /** Resolves once none runs or waits. */
  async whenIdle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  install: Installer['install'] = (order, on) => this.#watch(this.#installer.install(order, on));
  resume: Installer['resume'] = (command) => this.#watch(this.#installer.resume(command));
  forget: Installer['forget'] = (command) => this.#installer.forget(command);

  async #watch<Result>(work: Promise<Result>): Promise<Result> {
    this.#running.add(work);
    try {
      return await work;
    } finally {
      this.#running.delete(work);
    }
  }
}
