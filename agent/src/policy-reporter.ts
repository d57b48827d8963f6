import { policyComplianceFacts, type PolicyComplianceFacts } from '@vigil/shared/contract/events/agent-up/policy-state';
import type { AgentSocket } from './agent-socket.ts';
import { every, type Clock } from './clock.ts';
import { fieldText } from './field-text.ts';
import type { GatewayRateLimits } from './gateway-rate-limits.ts';
import type { Host } from './host/host.ts';
import { shortReasonOf, type Log } from './log.ts';
import { createReportCheck, type CheckReport } from './report-check.ts';
import type { DeviceSettings } from './settings.ts';

export interface PolicyReportOptions {
  clock: Clock;
  host: Pick<Host, 'osVersion' | 'runs'>;
  settings: { readonly current: Pick<DeviceSettings, 'policies'> };
  awake: { readonly couldKeepAwake: boolean | null };
  limits: Pick<GatewayRateLimits, 'waitFor'>;
  log: Log;
}

const CHECK_MS = 60_000;
const MAX_VERSION = 60;

/**
 * Tells the server whether the device meets the demands of the policies (decision 42): on each connection, and when
 * something has changed since. What is demanded is looked for once a minute.
 */
export class PolicyComplianceReporter implements Disposable {
  readonly #options: PolicyReportOptions;
  readonly #check: CheckReport;
  #socket: AgentSocket | null = null;
  #checks: Disposable | null = null;
  /** What this connection has reported last. */
  #sent = '';
  #isChecking = false;
  #isOutdated = false;

  constructor(options: PolicyReportOptions) {
    this.#options = options;
    this.#check = createReportCheck(options.log);
  }

  attachSocket(socket: AgentSocket | null): void {
    this[Symbol.dispose]();
    this.#socket = socket;
    this.#sent = '';
    if (socket === null) return;
    this.#checks = every(this.#options.clock, CHECK_MS, () => this.check());
    this.check();
  }

  /** Looks now; once more if something changes meanwhile, and not twice at a time. */
  check(): void {
    this.#isOutdated = true;
    if (this.#isChecking || this.#socket === null) return;
    this.#isChecking = true;
    void this.#checkUntilCurrent();
  }

  [Symbol.dispose](): void {
    this.#checks?.[Symbol.dispose]();
    this.#checks = null;
    this.#socket = null;
  }

  async #checkUntilCurrent(): Promise<void> {
    try {
      while (this.#isOutdated) {
        this.#isOutdated = false;
        this.#send(await this.#find());
      }
    } finally {
      this.#isChecking = false;
    }
  }

  async #find(): Promise<PolicyComplianceFacts> {
    const { host, settings, awake, log } = this.#options;
    const vaccine = settings.current.policies?.vaccine ?? '';
    const running =
      vaccine === ''
        ? null
        : await host.runs(vaccine).catch((error: unknown) => {
            log.warn('the demanded program could not be looked for', { reason: shortReasonOf(error) });
            return null;
          });
    const version = host.osVersion();
    const os_version = version === null ? null : fieldText(version, MAX_VERSION);
    return { os_version, vaccine, vaccine_running: running, stays_awake: awake.couldKeepAwake };
  }

  #send(state: PolicyComplianceFacts): void {
    const text = JSON.stringify(state);
    if (this.#socket === null || text === this.#sent) return;
    // The next check sends what the budget did not let through.
    if (this.#options.limits.waitFor(policyComplianceFacts.name) > 0) return;
    this.#check(policyComplianceFacts, state);
    this.#socket.emit(policyComplianceFacts.name, state);
    this.#sent = text;
  }
}
