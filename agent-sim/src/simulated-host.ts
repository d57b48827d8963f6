import { digestHardwareId } from '@vigil/agent/hardware-digest';
import type {
  CapturedScreen,
  Host,
  ProcessEnd,
  SystemInfo,
  HostIdentity,
  Inventory,
  Usage,
  KeepAwakeTargets,
} from '@vigil/agent/host';
import { personTexts } from '@vigil/agent/person-texts';
import type { ScreenRegion } from '@vigil/shared/contract/app-config-rules';
import type { ProcessRow } from '@vigil/shared/contract/events/agent-up/usage';
import { privateAddressOf, propertySeeds, type DeviceProfile } from './device-profile.ts';
import { hashFraction, hashOfPair, smoothNoise, pickByHash } from './random.ts';
import { SimulatedDesktop } from './simulated-desktop.ts';
import { clamp, cpuAt, diskAt, memoryAt, smoothedCpuAt } from './usage-curves.ts';

/** What a simulated host needs from its fleet. */
export interface SimulatedHostServices {
  now(): number;
  /** The screen of this device, without the regions. */
  render(profile: DeviceProfile, cpuUsage: number, regions: readonly ScreenRegion[]): Promise<CapturedScreen>;
  /** Wakes the device with this address, if there is one on this network and it is off. */
  wake(mac: string, network: number): void;
}

const WINDOWS = 1;
/** Windows, Linux and macOS. */
const canStayAwake = new Set<number>([1, 2, 3]);

const DAY_MS = 86_400_000;
const FULL_HEAT_MS = 60_000;

const twoDecimals = (value: number): number => Math.round(value * 100) / 100;

/** A host whose values follow from its profile and the time; it stores only the last boot and the stress. */
export class SimulatedHost implements Host {
  readonly #profile: DeviceProfile;
  readonly #environment: SimulatedHostServices;
  #bootedAt: number;
  readonly #endedPids = new Set<number>();
  #stress: { since: number } | null = null;

  constructor(profile: DeviceProfile, environment: SimulatedHostServices) {
    this.#profile = profile;
    this.#environment = environment;
    this.#bootedAt = Math.floor(environment.now() - hashFraction(profile.key, propertySeeds.boot) * 30 * DAY_MS);
  }

  /** The running time starts again at zero. */
  boot(): void {
    this.#endedPids.clear();
    this.#bootedAt = this.#environment.now();
  }

  bootId(): string {
    return `${this.#profile.key}-${this.#bootedAt}`;
  }

  /** Full load and rising temperature until `endStress`. */
  startStress(): void {
    this.#stress ??= { since: this.#environment.now() };
  }

  endStress(): void {
    this.#stress = null;
  }

  identity(): HostIdentity {
    const { name, model, key, mac } = this.#profile;
    return {
      name,
      dev_os_id: model.osId,
      user_os_str: pickByHash(model.os, key, propertySeeds.os),
      mac_addr: mac,
      hardware_id: digestHardwareId(mac),
    };
  }

  systemInfo(): SystemInfo {
    const { model, key, location, mac, network } = this.#profile;
    const now = this.#environment.now();
    const ip = privateAddressOf(this.#profile);
    const router = privateAddressOf({ network, host: 1 });
    return {
      system_time: new Date(now).toISOString(),
      running_time: Math.floor((now - this.#bootedAt) / 1_000),
      time_zone: location.zone,
      user_os_str: pickByHash(model.os, key, propertySeeds.os),
      arch: 'x64',
      s_pri_ip: ip,
      ip_addr: ip,
      netmask: '255.255.255.0',
      gateway: router,
      dns: router,
      mac_addr: mac,
      link: model.link,
      bios: pickByHash(model.bios, key, propertySeeds.bios),
      processor: pickByHash(model.processor, key, propertySeeds.processor),
      latitude: twoDecimals(location.latitude + hashFraction(key, propertySeeds.place) * 0.2),
      longitude: twoDecimals(location.longitude + hashFraction(key, propertySeeds.theme) * 0.2),
    };
  }

  usage(): Usage {
    const { model, key } = this.#profile;
    const now = this.#environment.now();
    const heat = this.#heat(now);
    const cpu = this.#cpu(now);
    const memory = memoryAt(this.#profile, now);
    const disk = diskAt(this.#profile, now);
    const cpuTemp = clamp(31 + 0.42 * smoothedCpuAt(this.#profile, now) + heat * 48, 20, 105);
    const capacity = {
      memory: pickByHash(model.memory, key, propertySeeds.memory),
      disk: pickByHash(model.disk, key, propertySeeds.disk),
    };
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
    const memory = pickByHash(model.memory, key, propertySeeds.memory);
    const hardware = [
      { name: 'Processor', description: pickByHash(model.processor, key, propertySeeds.processor) },
      { name: 'Memory', description: `${Math.round(memory / 1_024)} GB` },
      { name: 'Disk', description: `${Math.round(pickByHash(model.disk, key, propertySeeds.disk) / 1_000)} GB` },
      { name: 'Mainboard', description: pickByHash(model.bios, key, propertySeeds.bios) },
      { name: 'Network', description: mac },
    ];
    const software = model.software.map((entry, position) => ({
      ...entry,
      install_date: dateOf(hashOfPair(key, position)),
    }));
    return { hardware, software };
  }

  /** It is gone until the device starts again, as no user starts programs there. */
  endProcess(pid: number): ProcessEnd {
    if (pid === 1) return 'protected';
    this.#endedPids.add(pid);
    return 'ended';
  }

  processes(): ProcessRow[] {
    const { model, key } = this.#profile;
    const now = this.#environment.now();
    const cpu = cpuAt(this.#profile, now);
    // One process is to blame for the load of a stress, so that it can be found.
    const stress = this.#cpu(now) - cpu;
    const guilty = hashOfPair(key, propertySeeds.boot) % model.processes.length;
    const memory = memoryAt(this.#profile, now);
    const weights = model.processes.map((_, position) => smoothNoise(key + position, now / 30_000) ** 4);
    const sum = weights.reduce((total, weight) => total + weight, 0.01);
    return model.processes
      .map((name, position) => ({
        name,
        pid: position === 0 ? 1 : 300 + (hashOfPair(key, position) % 30_000),
        cpu_usage: twoDecimals((cpu * (weights[position] ?? 0)) / sum + (position === guilty ? stress : 0)),
        memory_usage: twoDecimals((memory / model.processes.length) * (0.4 + hashFraction(key, 100 + position))),
      }))
      .filter(({ pid }) => !this.#endedPids.has(pid))
      .toSorted((a, b) => b.cpu_usage - a.cpu_usage);
  }

  capture(_width: number, regions: readonly ScreenRegion[]): Promise<CapturedScreen> {
    return this.#environment.render(this.#profile, cpuAt(this.#profile, this.#environment.now()), regions);
  }

  readonly personTexts = personTexts.en;

  /** A simulated person lets everybody in. */
  askPerson(): Promise<boolean> {
    return Promise.resolve(true);
  }

  showBanner(): Disposable {
    return { [Symbol.dispose]: () => undefined };
  }

  /** Handed on without this host. */
  readonly openDesktop = () => Promise.resolve(new SimulatedDesktop(this.#profile.name));

  /** Phones and other devices whose system has no means for it say so, as real ones do. */
  keepAwake(_wanted: KeepAwakeTargets, onProblem: (reason: string) => void): Disposable {
    const { osId } = this.#profile.model;
    if (!canStayAwake.has(osId)) onProblem(`no way to keep a device of type ${osId} awake`);
    return { [Symbol.dispose]: () => undefined };
  }

  /** There is no person at a simulated device. */
  showNotice(): Promise<void> {
    return Promise.resolve();
  }

  /** All versions of Windows in the models are 10.0; their texts name the build. */
  osVersion(): string | null {
    const { model, key } = this.#profile;
    const [, build] = /\((\d+)\.\d+\)/u.exec(pickByHash(model.os, key, propertySeeds.os)) ?? [];
    return model.osId === WINDOWS && build !== undefined ? `10.0.${build}` : null;
  }

  runs(name: string): Promise<boolean> {
    return Promise.resolve(this.processes().some((row) => row.name.toLowerCase() === name.toLowerCase()));
  }

  wake(mac: string): Promise<void> {
    this.#environment.wake(mac, this.#profile.network);
    return Promise.resolve();
  }

  /** Processor load in percent. */
  #cpu(now: number): number {
    const strained = this.#heat(now) * (90 + 9 * smoothNoise(this.#profile.key, now / 5_000));
    return Math.max(cpuAt(this.#profile, now), strained);
  }

  /** From 0 to 1 within a minute of stress. */
  #heat(now: number): number {
    return this.#stress === null ? 0 : clamp((now - this.#stress.since) / FULL_HEAT_MS, 0.3, 1);
  }
}

/** Some day of the last two years. */
const dateOf = (random: number): string =>
  new Date(Date.UTC(2024, 9, 1) + (random % 700) * DAY_MS).toISOString().slice(0, 10);
