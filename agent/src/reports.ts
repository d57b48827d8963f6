import { createHash } from 'node:crypto';
import { alive } from '@vigil/shared/contract/events/agent-up/alive';
import { inventory } from '@vigil/shared/contract/events/agent-up/inventory';
import { processes } from '@vigil/shared/contract/events/agent-up/processes';
import { systemUsage } from '@vigil/shared/contract/events/agent-up/system-usage';
import { MAX_PAYLOAD_BYTES } from '@vigil/shared/contract/protocol-version';
import type { AgentObserver } from './agent-observer.ts';
import { backlogOf, type AgentSocket } from './agent-socket.ts';
import { every, type Clock } from './clock.ts';
import type { Host, Inventory } from './host/host.ts';
import { reasonOf, type Log } from './log.ts';
import type { StateStore } from './state-store.ts';

export interface ReportsOptions {
  host: Host;
  version: string;
  store: StateStore;
  clock: Clock;
  serverNow: () => number;
  random: () => number;
  log: Log;
  observer: Pick<AgentObserver, 'sampleSent'>;
}

const ALIVE_MS = 60_000;

/** Until the gateway has said how often (real-time contract, `settings`). */
const DEFAULT_REFRESH_S = 5;

/** A network this far behind gets no more samples: the next one says more than those that wait. */
const MAX_BACKLOG_BYTES = 64 * 1_024;

const INVENTORY_ACK_MS = 20_000;
const INVENTORY_FILE = 'inventory.sha256';

/** Rows that go into the ledger with the command's result; all of them go to those who watch. */
const RESULT_ROWS = 50;

/** What the agent tells by itself while it is connected: that it lives, how busy it is, what it is made of. */
export class Reports implements Disposable {
  readonly #options: ReportsOptions;
  readonly #phase: number;
  #socket: AgentSocket | null = null;
  #refreshMs = DEFAULT_REFRESH_S * 1_000;
  #alive: Disposable | null = null;
  #usage: Disposable | null = null;

  constructor(options: ReportsOptions) {
    this.#options = options;
    this.#phase = options.random();
  }

  /** Starts to report over this socket, all of it once at once; `null` stops. */
  reportOver(socket: AgentSocket | null): void {
    this[Symbol.dispose]();
    this.#socket = socket;
    if (socket === null) return;
    this.#alive = every(this.#options.clock, ALIVE_MS, () => this.#try(this.sendAlive()));
    this.#try(this.sendAlive());
    this.#try(this.#sendUsage());
    this.#scheduleUsage();
    this.#try(this.#sendInventoryIfChanged());
  }

  /** `refresh_interval` of the settings, in seconds. */
  setInterval(seconds: number): void {
    const ms = seconds * 1_000;
    if (ms === this.#refreshMs) return;
    this.#refreshMs = ms;
    if (this.#socket !== null) this.#scheduleUsage();
  }

  [Symbol.dispose](): void {
    this.#alive?.[Symbol.dispose]();
    this.#usage?.[Symbol.dispose]();
    this.#socket = null;
  }

  async sendAlive(): Promise<void> {
    const { host, version } = this.#options;
    const facts = await host.facts();
    this.#socket?.emit(alive.name, { ...facts, cs_ver: version });
  }

  /** Sends the inventory whatever was sent before; resolves when the gateway has it, or did not take it. */
  async sendInventory(): Promise<void> {
    const found = trimmed(await this.#options.host.inventory());
    await this.#deliver(found, hashOf(found));
  }

  /** Answers the busiest of the processes that it sent. */
  async sendProcesses(): Promise<unknown> {
    const rows = (await this.#options.host.processes()).slice(0, 2_000);
    const at = this.#options.serverNow();
    this.#socket?.emit(processes.name, { at, rows });
    return { at, count: rows.length, rows: rows.slice(0, RESULT_ROWS) };
  }

  #scheduleUsage(): void {
    this.#usage?.[Symbol.dispose]();
    const first = this.#refreshMs * (0.5 + this.#phase / 2);
    this.#usage = every(this.#options.clock, this.#refreshMs, () => this.#try(this.#sendUsage()), first);
  }

  async #sendUsage(): Promise<void> {
    const sample = await this.#options.host.usage();
    const socket = this.#socket;
    if (socket === null || backlogOf(socket) > MAX_BACKLOG_BYTES) return;
    socket.emit(systemUsage.name, { at: this.#options.serverNow(), ...sample });
    this.#options.observer.sampleSent?.();
  }

  async #sendInventoryIfChanged(): Promise<void> {
    const found = trimmed(await this.#options.host.inventory());
    const hash = hashOf(found);
    if (this.#options.store.read(INVENTORY_FILE) !== hash) await this.#deliver(found, hash);
  }

  /** The hash is kept only once the gateway has the list, so a lost list is sent again at the next connection. */
  async #deliver(found: Inventory, hash: string): Promise<void> {
    const answer = await this.#socket?.timeout(INVENTORY_ACK_MS).emitWithAck(inventory.name, found);
    if (answer?.ok === true) this.#options.store.write(INVENTORY_FILE, hash);
  }

  #try(work: Promise<void>): void {
    work.catch((error: unknown) => this.#options.log.warn('a report was not sent', { reason: reasonOf(error) }));
  }
}

const hashOf = (found: Inventory): string => createHash('sha256').update(JSON.stringify(found)).digest('hex');

/** Leaves room for the frame around the payload; characters may take several bytes. */
const MAX_INVENTORY_BYTES = MAX_PAYLOAD_BYTES - 16_384;

/** The longest beginning of the software list that fits into one packet. */
function trimmed({ hardware, software }: Inventory): Inventory {
  let room = MAX_INVENTORY_BYTES - Buffer.byteLength(JSON.stringify(hardware));
  const fits = software.findIndex((entry) => (room -= Buffer.byteLength(JSON.stringify(entry)) + 1) < 0);
  return { hardware, software: fits === -1 ? software : software.slice(0, fits) };
}
