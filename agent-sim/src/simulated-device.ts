import type { Socket as TcpSocket } from 'node:net';
import { createAgent, type Agent, type AgentEnd } from '@vigil/agent/agent';
import type { Clock } from '@vigil/agent/clock';
import { writeIdentity, type Identity } from '@vigil/agent/identity';
import { tcpSocketOf } from '@vigil/agent/network';
import type { AgentObserver } from '@vigil/agent/observer';
import type { Log } from '@vigil/agent/log';
import { memoryStore, type StateStore } from '@vigil/agent/state-store';
import type { Signer } from '@vigil/agent/signer';
import type { Counters } from './counters.ts';
import { FreezableClock } from './freezable-clock.ts';
import type { Profile } from './profile.ts';
import { SimulatedHost, type Surroundings } from './simulated-host.ts';

export interface MachineParts {
  profile: Profile;
  signer: Signer;
  surroundings: Surroundings;
  clock: Clock;
  random: () => number;
  counters: Counters;
  observer: AgentObserver;
  log: Log;
}

/** `new` until it first starts; `off` wakes again; `gone` was deleted or superseded and does not. */
export type MachineState = 'new' | 'on' | 'off' | 'gone';

/** What every machine runs until it is updated. */
export const FIRST_VERSION = '4.2.0';

/** From the order to restart until the agent is back. */
const REBOOT_MS = { min: 8_000, max: 20_000 };
const AGENT_RESTART_MS = { min: 1_000, max: 3_000 };
const WAKE_MS = { min: 4_000, max: 10_000 };

const UPDATE_STEP_MS = 700;

/** One simulated machine: the same agent as on a real one, and a power button. */
export class SimulatedMachine {
  readonly profile: Profile;
  readonly host: SimulatedHost;
  readonly #parts: MachineParts;
  readonly #clock: FreezableClock;
  readonly #store: StateStore = memoryStore();
  #agent: Agent | null = null;
  #state: MachineState = 'new';
  #version = FIRST_VERSION;
  #guid: string | null = null;
  #held: TcpSocket | null = null;

  constructor(parts: MachineParts) {
    this.#parts = parts;
    this.profile = parts.profile;
    this.host = new SimulatedHost(parts.profile, parts.surroundings);
    this.#clock = new FreezableClock(parts.clock);
  }

  get index(): number {
    return this.profile.index;
  }

  get name(): string {
    return this.profile.name;
  }

  /** The device's id, once it is enrolled. */
  get guid(): string | null {
    return this.#guid;
  }

  get state(): MachineState {
    return this.#state;
  }

  get connected(): boolean {
    return this.#agent?.state === 'connected';
  }

  /** For people: how the machine is, and its agent's connection. */
  get condition(): string {
    return `${this.#state}/${this.#agent?.state ?? 'no agent'}`;
  }

  /** The agent's version, which an update raises. */
  get version(): string {
    return this.#version;
  }

  enrolled(identity: Identity): void {
    this.#guid = identity.guid;
    writeIdentity(this.#store, identity);
  }

  turnOn(): void {
    if (this.#state === 'on' || this.#state === 'gone') return;
    if (this.#state === 'off') {
      this.#parts.counters.off -= 1;
      this.host.boot();
    }
    this.#enter('on');
    this.#parts.counters.waiting += 1;
    this.#run();
  }

  /** As if its power were cut, but with a clean goodbye of the network. */
  turnOff(): void {
    this.#leave('off');
  }

  /**
   * Kills the TCP connection at once, as when the process is killed; the agent comes back as it would. Answers whether
   * there was a connection.
   */
  cut(): boolean {
    const tcp = this.#tcp();
    tcp?.destroy();
    return tcp !== null;
  }

  /**
   * Half open: nothing is read, written or answered, and nobody is told, as when the network cable is pulled. Answers
   * whether there was a connection to hold.
   */
  pause(): boolean {
    const tcp = this.#tcp();
    if (tcp === null || this.#held !== null) return false;
    this.#held = tcp;
    this.#clock.freeze();
    tcp.pause();
    tcp.cork();
    return true;
  }

  /** Ends `pause`: what waited goes out now. */
  resume(): void {
    const tcp = this.#held;
    this.#held = null;
    if (tcp !== null && !tcp.destroyed) {
      tcp.uncork();
      tcp.resume();
    }
    this.#clock.goOn();
  }

  /** For good: nothing is counted any more. */
  dispose(): void {
    this.#state = 'gone';
    this.#agent?.stop();
  }

  #tcp() {
    const socket = this.#agent?.socket;
    return socket ? tcpSocketOf(socket) : null;
  }

  #enter(state: MachineState): void {
    this.#state = state;
  }

  #leave(state: 'off' | 'gone'): void {
    if (this.#state !== 'on') return;
    this.#agent?.stop();
    this.#enter(state);
    this.#parts.counters.waiting -= 1;
    this.#parts.counters.off += 1;
  }

  #run(): void {
    const { signer, random, observer, log, counters } = this.#parts;
    const agent = createAgent({
      signer,
      random,
      observer,
      log,
      version: this.#version,
      store: this.#store,
      host: this.host,
      clock: this.#clock,
      power: (action) => this.#power(action),
      updater: (wanted, report) => this.#update(wanted, report),
    });
    this.#agent = agent;
    agent.start().catch(() => {
      counters.errors += 1;
    });
    void agent.ended.then((end) => this.#ended(end));
  }

  #ended(end: AgentEnd): void {
    if (end === 'restart') this.#runAfter(AGENT_RESTART_MS);
    if (end === 'deleted' || end === 'superseded') this.#leave('gone');
  }

  #power(action: 'reboot' | 'shutdown'): Promise<void> {
    if (action === 'shutdown') this.#leave('off');
    else {
      this.#agent?.stop();
      this.#runAfter(REBOOT_MS, () => this.host.boot());
    }
    return Promise.resolve();
  }

  /** Somebody sent the magic packet. */
  wake(): void {
    if (this.#state !== 'off') return;
    this.#parts.clock.after(this.#between(WAKE_MS), () => this.turnOn());
  }

  #runAfter(range: { min: number; max: number }, before?: () => void): void {
    this.#parts.clock.after(this.#between(range), () => {
      if (this.#state !== 'on') return;
      before?.();
      this.#run();
    });
  }

  async #update(wanted: string | undefined, report: (percent: number) => void): Promise<{ version: string }> {
    for (const percent of [20, 55, 85]) {
      report(percent);
      await new Promise<void>((resolve) => void this.#clock.after(UPDATE_STEP_MS, resolve));
    }
    this.#version = wanted ?? nextVersion(this.#version);
    return { version: this.#version };
  }

  #between({ min, max }: { min: number; max: number }): number {
    return min + this.#parts.random() * (max - min);
  }
}

const nextVersion = (version: string): string => version.replace(/\d+$/, (last) => String(Number(last) + 1));
