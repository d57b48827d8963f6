import type { Socket as TcpSocket } from 'node:net';
import { createAgent, type Agent, type AgentEnd } from '@vigil/agent/agent';
import { tcpSocketOf } from '@vigil/agent/agent-socket';
import { sleep, type Clock } from '@vigil/agent/clock';
import { failedResult, interruptedResult, type FinalResult, type ApplicationOrder } from '@vigil/agent/executor';
import { readIdentity, writeIdentity } from '@vigil/agent/identity';
import { finishKeyChange } from '@vigil/agent/key-change';
import type { Log } from '@vigil/agent/log';
import type { AgentObserver } from '@vigil/agent/observer';
import type { ServerConnectionOptions } from '@vigil/agent/server-address';
import { KEY_FILE, readStoredSigner, type Signer } from '@vigil/agent/signer';
import { memoryStore, type StateStore } from '@vigil/agent/state-store';
import { supportsKind } from '@vigil/shared/contract/application-rules';
import type { FleetCounters } from './counters.ts';
import type { DeviceProfile } from './device-profile.ts';
import type { DeviceTimes, DurationRange } from './device-times.ts';
import type { IdentityWithOptionalOwnKey } from './identity-cache.ts';
import { ClockWithPausableTimers } from './pausable-clock.ts';
import { hashOfPair } from './random.ts';
import { SimulatedHost, type SimulatedHostServices } from './simulated-host.ts';
import { SimulatedUpdater } from './simulated-updater.ts';

export interface SimulatedDeviceOptions {
  profile: DeviceProfile;
  signer: Signer;
  environment: SimulatedHostServices;
  clock: Clock;
  random: () => number;
  counters: FleetCounters;
  observer: AgentObserver;
  log: Log;
  transport: ServerConnectionOptions;
  times: DeviceTimes;
  /** It was split from another device, and has a key of its own. */
  onNewIdentity: (identity: IdentityWithOptionalOwnKey) => void;
}

/** `new` until the first start; `off` can be woken; `removed` (deleted) cannot. */
export type SimulatedDeviceState = 'new' | 'on' | 'off' | 'removed';

/** The agent's version until the first update. */
export const INITIAL_AGENT_VERSION = '4.2.0';

const INSTALL_FAILURES_PERCENT = 5;

/** One simulated device: the agent of real devices on a simulated host that can be turned on and off. */
export class SimulatedDevice {
  readonly profile: DeviceProfile;
  readonly host: SimulatedHost;
  readonly #options: SimulatedDeviceOptions;
  readonly #clock: ClockWithPausableTimers;
  readonly #store: StateStore = memoryStore();
  #agent: Agent | null = null;
  #state: SimulatedDeviceState = 'new';
  #version = INITIAL_AGENT_VERSION;
  #guid: string | null = null;
  #pausedTcp: TcpSocket | null = null;
  #comesBack = true;
  readonly #updater: SimulatedUpdater;

  constructor(options: SimulatedDeviceOptions) {
    this.#options = options;
    this.profile = options.profile;
    this.host = new SimulatedHost(options.profile, options.environment);
    this.#clock = new ClockWithPausableTimers(options.clock);
    this.#updater = new SimulatedUpdater({
      clock: this.#clock,
      stepMs: options.times.updateStepMs,
      onTried: (version) => {
        this.#version = version;
      },
    });
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

  get state(): SimulatedDeviceState {
    return this.#state;
  }

  get connected(): boolean {
    return this.#agent?.state === 'connected';
  }

  /** For error messages: the state of the device and of its agent's connection. */
  get status(): string {
    return `${this.#state}/${this.#agent?.state ?? 'no agent'}`;
  }

  /** The agent's version, which an update raises. */
  get version(): string {
    return this.#version;
  }

  useIdentity({ key, ...identity }: IdentityWithOptionalOwnKey): void {
    this.#guid = identity.guid;
    writeIdentity(this.#store, identity);
    if (key !== undefined) this.#store.write(KEY_FILE, key);
  }

  turnOn(): void {
    if (this.#state === 'on' || this.#state === 'removed') return;
    if (this.#state === 'off') {
      this.#options.counters.off -= 1;
      this.host.boot();
    }
    this.#enter('on');
    this.#options.counters.waiting += 1;
    this.#run();
  }

  /** Like an orderly shutdown: the connection is closed properly. */
  turnOff(): void {
    this.#turnOffAs('off');
  }

  /**
   * Destroys the TCP connection, as when a process is killed; the agent reconnects by itself. Returns whether there was
   * a connection.
   */
  dropConnection(): boolean {
    const tcp = this.#tcp();
    tcp?.destroy();
    return tcp !== null;
  }

  /**
   * Makes the connection half open: nothing is read, written or closed, as when the network cable is unplugged. Returns
   * whether there was a connection.
   */
  pause(): boolean {
    const tcp = this.#tcp();
    if (tcp === null || this.#pausedTcp !== null) return false;
    this.#pausedTcp = tcp;
    this.#clock.pause();
    tcp.pause();
    tcp.cork();
    return true;
  }

  /** Ends `pause`: what was buffered is sent now. */
  resume(): void {
    const tcp = this.#pausedTcp;
    this.#pausedTcp = null;
    if (tcp !== null && !tcp.destroyed) {
      tcp.uncork();
      tcp.resume();
    }
    this.#clock.resume();
  }

  /**
   * From now on it does not come back from a restart of the system or of its agent: it is off until it is turned on.
   */
  breakRestarts(): void {
    this.#comesBack = false;
  }

  /** From now on no new version of its agent connects: the former one returns. */
  breakUpdates(): void {
    this.#updater.isBroken = true;
  }

  /** Stops the device for good. */
  dispose(): void {
    this.#state = 'removed';
    this.#agent?.stop();
  }

  #tcp() {
    const socket = this.#agent?.socket;
    return socket ? tcpSocketOf(socket) : null;
  }

  #enter(state: SimulatedDeviceState): void {
    this.#state = state;
  }

  #turnOffAs(state: 'off' | 'removed'): void {
    if (this.#state !== 'on') return;
    this.#agent?.stop();
    this.#enter(state);
    this.#options.counters.waiting -= 1;
    this.#options.counters.off += 1;
  }

  #run(): void {
    const { signer, random, observer, log, counters, transport } = this.#options;
    this.#adoptNewKey();
    const agent = createAgent({
      signer: readStoredSigner(this.#store) ?? signer,
      random,
      observer,
      log,
      transport,
      version: this.#version,
      store: this.#store,
      host: this.host,
      clock: this.#clock,
      power: (action) => this.#power(action),
      updater: this.#updater,
      installer: {
        install: (order, { report }) => this.#install(order, report),
        resume: () => Promise.resolve(interruptedResult),
        forget: () => Promise.resolve(),
      },
    });
    this.#agent = agent;
    agent.start().catch(() => {
      counters.errors += 1;
    });
    void agent.ended.then((end) => this.#handleEnd(end));
  }

  /** As a real device at its start: it may have been split from another one. */
  #adoptNewKey(): void {
    finishKeyChange(this.#store);
    const identity = readIdentity(this.#store);
    if (identity === null || identity.guid === this.#guid) return;
    this.#guid = identity.guid;
    this.#options.onNewIdentity({ ...identity, key: this.#store.read(KEY_FILE) ?? undefined });
  }

  #handleEnd(end: AgentEnd): void {
    if (end === 'restart' && !this.#comesBack) this.#turnOffAs('off');
    else if (end === 'restart') this.#runAfter(this.#options.times.agentRestart);
    if (end === 'deleted') this.#turnOffAs('removed');
  }

  #power(action: 'reboot' | 'shutdown'): Promise<void> {
    if (action === 'shutdown' || !this.#comesBack) this.#turnOffAs('off');
    else {
      this.#agent?.stop();
      this.#runAfter(this.#options.times.reboot, () => this.host.boot());
    }
    return Promise.resolve();
  }

  /** A Wake-on-LAN packet for this device was sent. */
  wake(): void {
    if (this.#state !== 'off') return;
    this.#options.clock.after(this.#randomBetween(this.#options.times.wake), () => this.turnOn());
  }

  #runAfter(span: DurationRange, beforeStart?: () => void): void {
    this.#options.clock.after(this.#randomBetween(span), () => {
      if (this.#state !== 'on') return;
      beforeStart?.();
      this.#run();
    });
  }

  /** Some devices refuse an application, the same ones each time. */
  async #install(order: ApplicationOrder, report: (percent: number) => void): Promise<FinalResult> {
    if (!supportsKind(this.host.identity().dev_os_id, order.kind, order.action))
      return failedResult('install_unsupported');
    for (const percent of [10, 40, 80, 95]) {
      report(percent);
      await sleep(this.#clock, this.#options.times.installStepMs);
    }
    const isBroken = hashOfPair(this.profile.key, order.application_pk) % 100 < INSTALL_FAILURES_PERCENT;
    if (isBroken) return failedResult('command_refused', 'exit code 1: not enough space on the disk');
    return { state: 'done', result: { exit_code: 0, output: `${order.name}: ${order.action} done` } };
  }

  #randomBetween({ min, max }: DurationRange): number {
    return min + this.#options.random() * (max - min);
  }
}
