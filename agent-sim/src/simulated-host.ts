import type { ProcessRow } from '@vigil/shared/contract/events/agent-up/processes';
import type { CaptureDemand } from '@vigil/shared/contract/events/agent-down/capture';
import type { Frame, Host, HostFacts, HostIdentity, Inventory, Usage } from '@vigil/agent/host';
import { clamp, cpuAt, diskAt, memoryAt, warmthAt } from './load.ts';
import { addressOf, draw, type Profile } from './profile.ts';
import { fraction, hash, noise, pick } from './random.ts';

/** What a simulated machine cannot do alone. */
export interface Surroundings {
  now(): number;
  /** A picture of this machine's screen. */
  draw(profile: Profile, demand: Pick<CaptureDemand, 'width' | 'quality'>, cpuUsage: number): Promise<Frame>;
  /** Wakes the machine with this address, if there is one and it sleeps. */
  wake(mac: string): void;
}

const DAY_MS = 86_400_000;
const FULL_HEAT_MS = 60_000;

const twoDecimals = (value: number): number => Math.round(value * 100) / 100;

/** A machine whose figures follow from its profile and the time; only what happened to it is kept. */
export class SimulatedHost implements Host {
  readonly #profile: Profile;
  readonly #surroundings: Surroundings;
  #bootedAt: number;
  #strained: { since: number } | null = null;

  constructor(profile: Profile, surroundings: Surroundings) {
    this.#profile = profile;
    this.#surroundings = surroundings;
    this.#bootedAt = Math.floor(surroundings.now() - fraction(profile.key, draw.boot) * 30 * DAY_MS);
  }

  /** The machine starts anew: its running time begins again. */
  boot(): void {
    this.#bootedAt = this.#surroundings.now();
  }

  bootedAt(): number {
    return this.#bootedAt;
  }

  /** Works at its limit and grows hot until it is let go. */
  strain(on: boolean): void {
    this.#strained = on ? (this.#strained ?? { since: this.#surroundings.now() }) : null;
  }

  identity(): HostIdentity {
    const { name, model, key, mac } = this.#profile;
    return { name, dev_os_id: model.osId, user_os_str: pick(model.os, key, draw.os), mac_addr: mac };
  }

  facts(): HostFacts {
    const { model, key, site, mac, network } = this.#profile;
    const now = this.#surroundings.now();
    const ip = addressOf(this.#profile);
    const router = addressOf({ network, host: 1 });
    return {
      system_time: new Date(now).toISOString(),
      running_time: Math.floor((now - this.#bootedAt) / 1_000),
      time_zone: site.zone,
      user_os_str: pick(model.os, key, draw.os),
      s_pri_ip: ip,
      ip_addr: ip,
      netmask: '255.255.255.0',
      gateway: router,
      dns: router,
      mac_addr: mac,
      bios: pick(model.bios, key, draw.bios),
      processor: pick(model.processor, key, draw.processor),
      latitude: twoDecimals(site.latitude + fraction(key, draw.place) * 0.2),
      longitude: twoDecimals(site.longitude + fraction(key, draw.look) * 0.2),
    };
  }

  usage(): Usage {
    const { model, key } = this.#profile;
    const now = this.#surroundings.now();
    const heat = this.#heat(now);
    const cpu = Math.max(cpuAt(this.#profile, now), heat * (90 + 9 * noise(key, now / 5_000)));
    const memory = memoryAt(this.#profile, now);
    const disk = diskAt(this.#profile, now);
    const cpuTemp = clamp(31 + 0.42 * warmthAt(this.#profile, now) + heat * 48, 20, 105);
    const capacity = { memory: pick(model.memory, key, draw.memory), disk: pick(model.disk, key, draw.disk) };
    const full = model.sensors === 'full';
    return {
      cpu_usage: twoDecimals(cpu),
      memory_usage: twoDecimals(memory),
      memory_capacity: capacity.memory,
      memory_uses: Math.round((capacity.memory * memory) / 100),
      hdd_usage: twoDecimals(disk),
      hdd_capacity: capacity.disk,
      hdd_uses: Math.round((capacity.disk * disk) / 100),
      cpu_temp: Math.round(cpuTemp * 10) / 10,
      hdd_temp: full ? Math.round((28 + cpuTemp * 0.18) * 10) / 10 : null,
      fan_speed: full ? Math.round(900 + Math.max(0, cpuTemp - 40) * 55) : null,
    };
  }

  inventory(): Inventory {
    const { model, key, mac } = this.#profile;
    const memory = pick(model.memory, key, draw.memory);
    const hardware = [
      { name: 'Processor', description: pick(model.processor, key, draw.processor) },
      { name: 'Memory', description: `${Math.round(memory / 1_024)} GB` },
      { name: 'Disk', description: `${Math.round(pick(model.disk, key, draw.disk) / 1_000)} GB` },
      { name: 'Mainboard', description: pick(model.bios, key, draw.bios) },
      { name: 'Network', description: mac },
    ];
    const software = model.software.map((entry, position) => ({ ...entry, install_date: dateOf(hash(key, position)) }));
    return { hardware, software };
  }

  processes(): ProcessRow[] {
    const { model, key } = this.#profile;
    const now = this.#surroundings.now();
    const cpu = cpuAt(this.#profile, now);
    const memory = memoryAt(this.#profile, now);
    const weights = model.processes.map((_, position) => noise(key + position, now / 30_000) ** 4);
    const sum = weights.reduce((total, weight) => total + weight, 0.01);
    return model.processes
      .map((name, position) => ({
        name,
        pid: position === 0 ? 1 : 300 + (hash(key, position) % 30_000),
        cpu_usage: twoDecimals((cpu * (weights[position] ?? 0)) / sum),
        memory_usage: twoDecimals((memory / model.processes.length) * (0.4 + fraction(key, 100 + position))),
      }))
      .toSorted((a, b) => b.cpu_usage - a.cpu_usage);
  }

  capture(demand: Pick<CaptureDemand, 'width' | 'quality'>): Promise<Frame> {
    return this.#surroundings.draw(this.#profile, demand, cpuAt(this.#profile, this.#surroundings.now()));
  }

  wake(mac: string): Promise<void> {
    this.#surroundings.wake(mac);
    return Promise.resolve();
  }

  /** From 0 to 1 within a minute of strain. */
  #heat(now: number): number {
    return this.#strained === null ? 0 : clamp((now - this.#strained.since) / FULL_HEAT_MS, 0.3, 1);
  }
}

/** Some day of the last two years. */
const dateOf = (random: number): string =>
  new Date(Date.UTC(2024, 9, 1) + (random % 700) * DAY_MS).toISOString().slice(0, 10);
