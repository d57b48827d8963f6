import { sleep } from '@vigil/agent/clock';
import { silentLog, type Log } from '@vigil/agent/log';
import { assertSecureAddress, strictConnectionPolicy, type ServerConnectionOptions } from '@vigil/agent/server-address';
import { folderStore, memoryStore } from '@vigil/agent/state-store';
import { createCountingObserver, createCounters, type FleetCounters } from './counters.ts';
import { profileOf } from './device-profile.ts';
import { DEFAULT_DEVICE_TIMES, type DeviceTimes } from './device-times.ts';
import { enrolDevice } from './enrolment.ts';
import { createCachedFrameRenderer } from './frames/frame-renderer.ts';
import { openIdentityCache, type IdentityCache, type IdentityWithOptionalOwnKey } from './identity-cache.ts';
import { createSeededRandom } from './random.ts';
import { scenarios, type ScenarioName } from './scenarios.ts';
import { seededSigner } from './seeded-signer.ts';
import { INITIAL_AGENT_VERSION, SimulatedDevice } from './simulated-device.ts';
import { enrolmentSiteKeyOf } from './sites.ts';
import { startAtRate } from './start-at-rate.ts';
import { TimerWheel } from './timer-wheel.ts';

export interface FleetOptions {
  /** Base URL of the API. */
  server: string;
  enrolToken: string;
  /** The tokens of sites, by `enrolmentSiteKeyOf`; devices of other sites enrol with `enrolToken`. */
  siteTokens?: Readonly<Record<string, string>> | undefined;
  count: number;
  /** The same seed gives the same devices with the same keys. */
  seed?: number;
  scenario?: ScenarioName;
  /** Connections opened per second while the fleet starts. */
  rate?: number;
  /** Folder for the devices' credentials, so that a second run does not enrol again. */
  stateFolder?: string | undefined;
  /** Encrypted connections only, beyond this computer, by default. */
  transport?: ServerConnectionOptions;
  /** Tests that wait for a device to come back take shorter ones. */
  times?: Partial<DeviceTimes>;
  log?: Log;
}

/** Concurrent enrolment requests, so that the API keeps capacity for others. */
const MAX_ENROLMENTS = 16;

const RATE = 200;

export const startSimulatedFleet = (options: FleetOptions): SimulatedFleet => new SimulatedFleet(options);

/** Simulated devices in one process. They enrol and connect in the background; `started` resolves when all have. */
export class SimulatedFleet implements AsyncDisposable {
  readonly counters: FleetCounters = createCounters();
  readonly devices: readonly SimulatedDevice[];
  /** Resolves when every device is enrolled and its connection is being opened; rejects when the server refuses. */
  readonly started: Promise<void>;
  readonly #options: FleetOptions;
  readonly #log: Log;
  readonly #timers = new TimerWheel();
  readonly #identities: IdentityCache;
  readonly #stopping = new AbortController();
  #scenario: Disposable | null = null;

  constructor(options: FleetOptions) {
    const { server, count, seed = 1, stateFolder, log = silentLog } = options;
    this.#options = options;
    this.#log = log;
    const store = stateFolder === undefined ? memoryStore() : folderStore(stateFolder);
    this.#identities = openIdentityCache(store, server, seed);
    this.devices = this.#build(seed, count);
    this.started = this.#start(seed);
    // Callers that await it receive the failure; for the others it must not count as unhandled.
    this.started.catch(() => undefined);
  }

  device(index: number): SimulatedDevice {
    const device = this.devices[index];
    if (device === undefined) throw new RangeError(`there is no device ${index}`);
    return device;
  }

  /** Resolves when `count` devices are connected; rejects after `timeoutMs`. */
  async whenConnected(count = this.devices.length, timeoutMs = 180_000): Promise<void> {
    const end = Date.now() + timeoutMs;
    while (this.counters.connected < count) {
      if (Date.now() > end) throw new Error(this.#missingDevices(count));
      await sleep(this.#timers, POLL_MS);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    this.#scenario?.[Symbol.dispose]();
    for (const device of this.devices) device.dispose();
    await this.started.catch(() => undefined);
    this.#timers[Symbol.dispose]();
  }

  #missingDevices(count: number): string {
    const missing = this.devices.filter(({ connected }) => !connected);
    const some = missing.slice(0, MAX_NAMED).map(({ name, status }) => `${name} ${status}`);
    return `${this.counters.connected} of ${count} devices are connected; missing: ${some.join(', ')}`;
  }

  #build(seed: number, count: number): SimulatedDevice[] {
    const byMac = new Map<string, SimulatedDevice>();
    const shared = {
      environment: {
        now: () => this.#timers.now(),
        render: createCachedFrameRenderer(() => this.#timers.now()),
        wake: (mac: string, network: number) => {
          const sleeper = byMac.get(normalised(mac));
          if (sleeper?.profile.network === network) sleeper.wake();
        },
      },
      clock: this.#timers,
      random: createSeededRandom(seed),
      counters: this.counters,
      observer: createCountingObserver(this.counters),
      log: silentLog,
      transport: this.#options.transport ?? strictConnectionPolicy,
      times: { ...DEFAULT_DEVICE_TIMES, ...this.#options.times },
    };
    return Array.from({ length: count }, (_, index) => {
      const profile = profileOf(seed, index);
      const onNewIdentity = (identity: IdentityWithOptionalOwnKey) => {
        this.#identities.set(index, identity);
        this.#identities.save();
      };
      const device = new SimulatedDevice({ ...shared, profile, signer: seededSigner(seed, index), onNewIdentity });
      byMac.set(normalised(profile.mac), device);
      return device;
    });
  }

  async #start(seed: number): Promise<void> {
    const { rate = RATE, scenario = 'steady', server, transport = strictConnectionPolicy } = this.#options;
    assertSecureAddress(server, transport);
    try {
      await startAtRate({
        items: this.devices,
        prepare: (device) => this.#enrol(device, seed),
        start: (device) => device.turnOn(),
        rate,
        workers: Math.min(MAX_ENROLMENTS, this.devices.length),
        clock: this.#timers,
        signal: this.#stopping.signal,
      });
    } finally {
      this.#identities.save();
    }
    if (this.#stopping.signal.aborted) return;
    const context = { devices: this.devices, clock: this.#timers, random: createSeededRandom(seed + 1) };
    this.#scenario = scenarios[scenario].run(context);
  }

  async #enrol(device: SimulatedDevice, seed: number): Promise<void> {
    const cached = this.#identities.get(device.index);
    const identity = cached ?? (await this.#requestEnrolment(device, seed));
    if (cached === null) this.#identities.set(device.index, identity);
    this.counters.enrolled += 1;
    device.useIdentity(identity);
  }

  #requestEnrolment(device: SimulatedDevice, seed: number) {
    const { server, siteTokens = {} } = this.#options;
    const enrolToken = siteTokens[enrolmentSiteKeyOf(device.profile)] ?? this.#options.enrolToken;
    const { signal } = this.#stopping;
    const api = { server, signal };
    const options = { api, enrolToken, version: INITIAL_AGENT_VERSION, log: this.#log, clock: this.#timers, signal };
    return enrolDevice(options, device.host, seededSigner(seed, device.index));
  }
}

const POLL_MS = 20;

/** The most devices that an error names. */
const MAX_NAMED = 5;

/** MAC addresses are written with either separator and in either case. */
const normalised = (mac: string): string => mac.toUpperCase().replaceAll(/[:-]/g, '');
