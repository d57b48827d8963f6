import { createHash } from 'node:crypto';
import { WatchProcesses } from '@vigil/shared/contract/events/agent-down/watch-processes';
import { inventory, MAX_SOFTWARE } from '@vigil/shared/contract/events/agent-up/inventory';
import { systemInfoReport } from '@vigil/shared/contract/events/agent-up/system-info-report';
import { processes, systemUsage } from '@vigil/shared/contract/events/agent-up/usage';
import { isProblemCode, isRetryable } from '@vigil/shared/contract/problems';
import type { AgentObserver } from './agent-observer.ts';
import { unsentBytesOf, type AgentSocket } from './agent-socket.ts';
import { every, type Clock } from './clock.ts';
import { fitTexts, repairTexts } from './field-text.ts';
import { fitIntoPacket } from './fit-into-packet.ts';
import type { GatewayRateLimits } from './gateway-rate-limits.ts';
import type { Host, Inventory } from './host/host.ts';
import { shortReasonOf, type Log } from './log.ts';
import { createReportCheck, type CheckReport } from './report-check.ts';
import type { DeviceSettings } from './settings.ts';
import type { StateStore } from './state-store.ts';

export interface ReportsOptions {
  /** Which start of the device and of the agent this is. */
  starts: Starts;
  host: Host;
  version: string;
  onTrial: boolean;
  store: StateStore;
  clock: Clock;
  serverNow: () => number;
  settings: { readonly current: DeviceSettings };
  random: () => number;
  limits: Pick<GatewayRateLimits, 'waitFor'>;
  log: Log;
  observer: Pick<AgentObserver, 'sampleSent'>;
}

interface Starts {
  readonly boot_id: string;
  readonly agent_start_id: string;
}

const ALIVE_MS = 60_000;

/** On a connection with this backlog samples are skipped: the next one is worth more than those that wait. */
const MAX_BACKLOG_BYTES = 64 * 1_024;

const INVENTORY_ACK_MS = 20_000;
/** Before an inventory that was not accepted is sent again; a refusal may name a longer time. */
const INVENTORY_RETRY_MS = 30_000;
export const INVENTORY_HASH_FILE = 'inventory.sha256';

/** The longest text of the system information, and the most processes, that the contract takes. */
const MAX_TEXT = 300;
const MAX_PROCESSES = 2_000;

/** Processes in the command's result, which goes to the ledger; viewers receive all of them. */
const RESULT_ROWS = 50;

/** What the agent reports by itself while it is connected: system information, usage, and the inventory. */
export class AgentReporter implements Disposable {
  readonly #options: ReportsOptions;
  /** Spreads the samples of many agents over the interval. */
  readonly #phase: number;
  readonly #check: CheckReport;
  #socket: AgentSocket | null = null;
  #alive: Disposable | null = null;
  #usage: Disposable | null = null;
  #inventoryRetry: Disposable | null = null;
  #processes: Disposable | null = null;
  /** When the request for process lists lapses, by the device's clock. */
  #processesUntil = 0;

  constructor(options: ReportsOptions) {
    this.#options = options;
    this.#phase = options.random();
    this.#check = createReportCheck(options.log);
  }

  /** Reports over this socket, everything once immediately; `null` stops. */
  attachSocket(socket: AgentSocket | null): void {
    this[Symbol.dispose]();
    this.#socket = socket;
    if (socket === null) return;
    this.#alive = every(this.#options.clock, ALIVE_MS, () => this.#run(this.sendAlive()));
    this.#run(this.sendAlive());
    this.#run(this.#sendUsage());
    this.#scheduleUsage();
    this.#run(this.#sendInventoryIfChanged());
  }

  /** A new version is reported at once, so that the server knows which settings are in effect. */
  onSettingsApplied(previous: DeviceSettings): void {
    if (this.#socket === null) return;
    const { refreshMs, version } = this.#options.settings.current;
    if (refreshMs !== previous.refreshMs) this.#scheduleUsage();
    if (version !== previous.version) this.#run(this.sendAlive());
  }

  /** The next connection sends the inventory, even an unchanged one. */
  forgetInventory(): void {
    this.#options.store.remove(INVENTORY_HASH_FILE);
  }

  [Symbol.dispose](): void {
    this.#alive?.[Symbol.dispose]();
    this.#usage?.[Symbol.dispose]();
    this.#inventoryRetry?.[Symbol.dispose]();
    this.#endProcesses();
    this.#socket = null;
  }

  async sendAlive(): Promise<void> {
    const { host, version, onTrial, settings, limits } = this.#options;
    if (limits.waitFor(systemInfoReport.name) > 0) return;
    const systemInfo = fitTexts(await host.systemInfo(), MAX_TEXT);
    const config = settings.current.version === null ? {} : { config_version: settings.current.version };
    const trial = onTrial ? { on_trial: true } : {};
    const report = { ...systemInfo, ...this.#options.starts, cs_ver: version, ...trial, ...config };
    this.#check(systemInfoReport, report);
    this.#socket?.emit(systemInfoReport.name, report);
  }

  /** Sends the inventory even if it has not changed; resolves when the gateway has answered. */
  async sendInventory(): Promise<void> {
    const found = await this.#readInventory();
    await this.#deliver(found, hashOf(found));
  }

  /** Sends all processes to the viewers and returns the busiest for the command's result. */
  async sendProcesses(): Promise<unknown> {
    const all = repairTexts(await this.#options.host.processes());
    const rows = [...fitIntoPacket(all.slice(0, MAX_PROCESSES))];
    const at = this.#options.serverNow();
    const list = { at, rows, ...(rows.length < all.length && { total: all.length }) };
    this.#check(processes, list);
    this.#socket?.emit(processes.name, list);
    return { at, count: all.length, rows: rows.slice(0, RESULT_ROWS) };
  }

  /** Sends process lists until the request lapses; a repeated request prolongs it. */
  receiveWatchProcesses(raw: unknown): void {
    const { clock, log } = this.#options;
    const request = WatchProcesses.safeParse(raw);
    if (!request.success) return log.warn('malformed request for processes ignored');
    if (this.#socket === null) return;
    const { interval_ms, for_ms } = request.data;
    this.#processesUntil = clock.now() + for_ms;
    if (this.#processes !== null) return;
    let isBusy = false;
    const send = async () => {
      if (clock.now() > this.#processesUntil) return this.#endProcesses();
      // A slow system lists less often; lists never queue.
      if (isBusy || this.#isCongested() || this.#options.limits.waitFor(processes.name) > 0) return;
      isBusy = true;
      try {
        await this.sendProcesses();
      } finally {
        isBusy = false;
      }
    };
    this.#processes = every(clock, interval_ms, () => this.#run(send()));
    this.#run(send());
  }

  #endProcesses(): void {
    this.#processes?.[Symbol.dispose]();
    this.#processes = null;
  }

  #isCongested(): boolean {
    return this.#socket !== null && unsentBytesOf(this.#socket) > MAX_BACKLOG_BYTES;
  }

  #scheduleUsage(): void {
    this.#usage?.[Symbol.dispose]();
    const { refreshMs } = this.#options.settings.current;
    const first = refreshMs * (0.5 + this.#phase / 2);
    this.#usage = every(this.#options.clock, refreshMs, () => this.#run(this.#sendUsage()), first);
  }

  async #sendUsage(): Promise<void> {
    const sample = repairTexts(await this.#options.host.usage());
    const socket = this.#socket;
    if (socket === null || this.#isCongested()) return;
    if (this.#options.limits.waitFor(systemUsage.name) > 0) return;
    const report = { at: this.#options.serverNow(), ...sample };
    this.#check(systemUsage, report);
    socket.emit(systemUsage.name, report);
    this.#options.observer.sampleSent?.();
  }

  async #sendInventoryIfChanged(): Promise<void> {
    const found = await this.#readInventory();
    const hash = hashOf(found);
    if (this.#options.store.read(INVENTORY_HASH_FILE) !== hash) await this.#deliver(found, hash);
  }

  /** Without the end of the software where it would not fit into one packet. */
  async #readInventory(): Promise<Inventory> {
    const { hardware, software } = repairTexts(await this.#options.host.inventory());
    const fitting = [...fitIntoPacket(software.slice(0, MAX_SOFTWARE), hardware)];
    if (fitting.length === software.length) return { hardware, software };
    this.#options.log.warn('software list cut', { sent: fitting.length, found: software.length });
    return { hardware, software: fitting, software_total: software.length };
  }

  /** The hash is stored only once the gateway has the inventory; one that it does not accept is sent again later. */
  async #deliver(found: Inventory, hash: string): Promise<void> {
    const socket = this.#socket;
    if (socket === null) return;
    const limitedMs = this.#options.limits.waitFor(inventory.name);
    if (limitedMs > 0) return this.#retryInventory(limitedMs);
    const answer = await socket
      .timeout(INVENTORY_ACK_MS)
      .emitWithAck(inventory.name, found)
      .catch(() => ({ ok: false as const, error: { code: 'timeout', retry_after_ms: 0 } }));
    if (answer.ok) this.#options.store.write(INVENTORY_HASH_FILE, hash);
    else if (isPermanent(answer.error.code)) this.#logRefusal(inventory.name, answer.error);
    else if (socket === this.#socket)
      this.#retryInventory(Math.max(INVENTORY_RETRY_MS, answer.error.retry_after_ms ?? 0));
  }

  #retryInventory(ms: number): void {
    const { clock, random } = this.#options;
    this.#inventoryRetry?.[Symbol.dispose]();
    // Spread, because a whole site may have been refused at the same moment.
    this.#inventoryRetry = clock.after(ms * (1 + random()), () => this.#run(this.#sendInventoryIfChanged()));
  }

  /** Repeated, it would be refused again: whoever looks for the missing values finds the reason here. */
  #logRefusal(
    event: string,
    { code, message }: { readonly code: string; readonly message?: string | undefined },
  ): void {
    this.#options.log.warn('report refused', { event, code, reason: message });
  }

  #run(report: Promise<void>): void {
    report.catch((error: unknown) => this.#options.log.warn('report failed', { reason: shortReasonOf(error) }));
  }
}

/** Whether the same inventory will be refused again, as a malformed one is. */
const isPermanent = (code: string): boolean => isProblemCode(code) && !isRetryable(code);

const hashOf = (found: Inventory): string => createHash('sha256').update(JSON.stringify(found)).digest('hex');
