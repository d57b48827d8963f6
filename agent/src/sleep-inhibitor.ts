import type { AgentPolicies } from '@vigil/shared/contract/events/agent-down/settings';
import type { Host, KeepAwakeTargets } from './host/host.ts';
import type { Log } from './log.ts';
import type { DeviceSettings } from './settings.ts';

export interface SleepInhibitorOptions {
  host: Pick<Host, 'keepAwake'>;
  settings: { readonly current: Pick<DeviceSettings, 'policies'> };
  log: Log;
  /** `couldKeepAwake` has changed. */
  onChanged: () => void;
}

const nothing: KeepAwakeTargets = { display: false, system: false };

/** A policy of 0 keeps awake, 1 lets the device save power (decision 42). */
const wantedOf = (policies: AgentPolicies | null): KeepAwakeTargets => ({
  display: policies?.display_power_save !== 1,
  system: policies?.system_power_save !== 1,
});

/** Keeps display and system awake while a remote session runs, as far as the policies of the moment demand it. */
export class RemoteSessionSleepInhibitor implements Disposable {
  readonly #options: SleepInhibitorOptions;
  #isInUse = false;
  #held = nothing;
  #handle: Disposable | null = null;
  #couldKeepAwake: boolean | null = null;

  constructor(options: SleepInhibitorOptions) {
    this.#options = options;
  }

  /** Whether the device could be kept awake when it had to; null before that. */
  get couldKeepAwake(): boolean | null {
    return this.#couldKeepAwake;
  }

  setInUse(isInUse: boolean): void {
    this.#isInUse = isInUse;
    this.update();
  }

  /** Follows changed policies during a session, too. */
  update(): void {
    const { host, settings, log } = this.#options;
    const wanted = this.#isInUse ? wantedOf(settings.current.policies) : nothing;
    if (wanted.display === this.#held.display && wanted.system === this.#held.system) return;
    const before = this.#handle;
    this.#held = wanted;
    this.#handle = null;
    if (wanted.display || wanted.system) {
      this.#noteWhether(true);
      this.#handle = host.keepAwake(wanted, (reason) => {
        log.warn('the device may fall asleep during a session', { reason });
        this.#noteWhether(false);
      });
    }
    // After the new one began, so that the device does not fall asleep in between.
    before?.[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    this.setInUse(false);
  }

  #noteWhether(couldKeepAwake: boolean): void {
    if (this.#couldKeepAwake === couldKeepAwake) return;
    this.#couldKeepAwake = couldKeepAwake;
    this.#options.onChanged();
  }
}
