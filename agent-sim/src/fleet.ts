import { pause } from '@vigil/agent/clock';
import { silentLog, type Log } from '@vigil/agent/log';
import { folderStore, memoryStore } from '@vigil/agent/state-store';
import { countInto, noCounts, type Counters } from './counters.ts';
import { openCredentials, type CredentialCache } from './credentials.ts';
import { enrolMachine } from './enrolment.ts';
import { launch } from './launch.ts';
import { FIRST_VERSION, SimulatedMachine } from './machine.ts';
import { createGallery } from './pictures/gallery.ts';
import { profileOf } from './profile.ts';
import { randomFrom } from './random.ts';
import { scenarios, type ScenarioName } from './scenarios/scenarios.ts';
import { seededSigner } from './seeded-signer.ts';
import { Wheel } from './wheel.ts';

export interface FleetOptions {
  /** Base URL of the API. */
  server: string;
  enrolToken: string;
  count: number;
  /** The same seed gives the same machines with the same keys. */
  seed?: number;
  scenario?: ScenarioName;
  /** Connections opened per second while the fleet starts. */
  rate?: number;
  /** Keeps credentials here, so that a second run does not enrol again. */
  stateFolder?: string | undefined;
  log?: Log;
}

/** Requests for enrolment at a time: the API has other things to do. */
const ENROLMENTS = 16;

const RATE = 200;

export const startFleet = (options: FleetOptions): Fleet => new Fleet(options);

/** Simulated machines in one process. They enrol and connect in the background; `started` says when all have. */
export class Fleet implements AsyncDisposable {
  readonly counters: Counters = noCounts();
  readonly machines: readonly SimulatedMachine[];
  /** Resolves when every machine is enrolled and its connection is being opened; rejects when the server says no. */
  readonly started: Promise<void>;
  readonly #options: FleetOptions;
  readonly #log: Log;
  readonly #wheel = new Wheel();
  readonly #credentials: CredentialCache;
  readonly #stopping = new AbortController();
  #scenario: Disposable | null = null;

  constructor(options: FleetOptions) {
    const { server, count, seed = 1, stateFolder, log = silentLog } = options;
    this.#options = options;
    this.#log = log;
    const store = stateFolder === undefined ? memoryStore() : folderStore(stateFolder);
    this.#credentials = openCredentials(store, server, seed);
    this.machines = this.#build(seed, count);
    this.started = this.#start(seed);
    // Whoever waits for it hears of a failure; nobody has to.
    this.started.catch(() => undefined);
  }

  machine(index: number): SimulatedMachine {
    const machine = this.machines[index];
    if (machine === undefined) throw new RangeError(`there is no machine ${index}`);
    return machine;
  }

  byGuid(guid: string): SimulatedMachine | undefined {
    return this.machines.find((machine) => machine.guid === guid);
  }

  /** Resolves when `count` machines are connected; rejects after `timeoutMs`. */
  async whenConnected(count = this.machines.length, timeoutMs = 60_000): Promise<void> {
    const end = Date.now() + timeoutMs;
    while (this.counters.connected < count) {
      if (Date.now() > end) throw new Error(this.#whoIsMissing(count));
      await pause(this.#wheel, POLL_MS);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    this.#scenario?.[Symbol.dispose]();
    for (const machine of this.machines) machine.dispose();
    await this.started.catch(() => undefined);
    this.#wheel[Symbol.dispose]();
  }

  #whoIsMissing(count: number): string {
    const missing = this.machines.filter(({ connected }) => !connected);
    const some = missing.slice(0, NAMED_MISSING).map(({ name, condition }) => `${name} ${condition}`);
    return `${this.counters.connected} of ${count} machines are connected; not: ${some.join(', ')}`;
  }

  #build(seed: number, count: number): SimulatedMachine[] {
    const byMac = new Map<string, SimulatedMachine>();
    const shared = {
      surroundings: {
        now: () => this.#wheel.now(),
        draw: createGallery(() => this.#wheel.now()),
        wake: (mac: string) => byMac.get(plain(mac))?.wake(),
      },
      clock: this.#wheel,
      random: randomFrom(seed),
      counters: this.counters,
      observer: countInto(this.counters),
      log: silentLog,
    };
    return Array.from({ length: count }, (_, index) => {
      const profile = profileOf(seed, index);
      const machine = new SimulatedMachine({ ...shared, profile, signer: seededSigner(seed, index) });
      byMac.set(plain(profile.mac), machine);
      return machine;
    });
  }

  async #start(seed: number): Promise<void> {
    const { rate = RATE, scenario = 'steady' } = this.#options;
    try {
      await launch({
        items: this.machines,
        prepare: (machine) => this.#enrol(machine, seed),
        start: (machine) => machine.turnOn(),
        rate,
        workers: Math.min(ENROLMENTS, this.machines.length),
        clock: this.#wheel,
        signal: this.#stopping.signal,
      });
    } finally {
      this.#credentials.flush();
    }
    if (this.#stopping.signal.aborted) return;
    const stage = { machines: this.machines, clock: this.#wheel, random: randomFrom(seed + 1) };
    this.#scenario = scenarios[scenario].play(stage);
  }

  async #enrol(machine: SimulatedMachine, seed: number): Promise<void> {
    const known = this.#credentials.find(machine.index);
    const identity = known ?? (await this.#askToEnrol(machine, seed));
    if (known === null) this.#credentials.keep(machine.index, identity);
    this.counters.enrolled += 1;
    machine.enrolled(identity);
  }

  #askToEnrol(machine: SimulatedMachine, seed: number) {
    const { server, enrolToken } = this.#options;
    const { signal } = this.#stopping;
    const api = { server, fetch: stoppable(signal) };
    const parts = { api, enrolToken, version: FIRST_VERSION, log: this.#log, clock: this.#wheel, signal };
    return enrolMachine(parts, machine.host, seededSigner(seed, machine.index));
  }
}

const POLL_MS = 20;

/** How many machines an error names. */
const NAMED_MISSING = 5;

/** Requests end with the fleet that made them. */
const stoppable =
  (signal: AbortSignal): typeof fetch =>
  (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]) });

/** MAC addresses are written in more than one way. */
const plain = (mac: string): string => mac.toUpperCase().replaceAll(/[:-]/g, '');
