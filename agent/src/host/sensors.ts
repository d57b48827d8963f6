import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fanSpeedOrNull, temperatureOrNull } from '@vigil/shared/contract/usage-bounds';
import si from 'systeminformation';
import { cached } from './async-cache.ts';

/** The files of Linux' hardware monitors by what they measure (kernel: hwmon/sysfs-interface). */
export interface SensorFiles {
  cpu: string[];
  disk: string[];
  fan: string[];
}

const drivers = {
  cpu: new Set(['coretemp', 'k10temp', 'zenpower', 'cpu_thermal', 'cpu-thermal', 'soc_thermal', 'acpitz']),
  disk: new Set(['drivetemp', 'nvme']),
};

const textOf = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
};

const entriesOf = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** Lists the hardware monitors; empty lists on a device without any. */
export function findSensorFiles(root = '/sys/class/hwmon'): SensorFiles {
  const found: SensorFiles = { cpu: [], disk: [], fan: [] };
  for (const monitor of entriesOf(root)) {
    const folder = join(root, monitor);
    const driver = textOf(join(folder, 'name')) ?? '';
    for (const file of entriesOf(folder)) {
      const path = join(folder, file);
      if (/^fan\d+_input$/.test(file)) found.fan.push(path);
      if (!/^temp\d+_input$/.test(file)) continue;
      if (drivers.cpu.has(driver)) found.cpu.push(path);
      if (drivers.disk.has(driver)) found.disk.push(path);
    }
  }
  return found;
}

const numberOf = (file: string): number => Number.parseInt(textOf(file) ?? '', 10);

const toTenth = (value: number): number => Math.round(value * 10) / 10;

/** Of some temperatures the highest counts; monitors give them in thousandths of a degree. */
function highestTemperature(files: readonly string[]): number | null {
  const values = files.flatMap((file) => temperatureOrNull(numberOf(file) / 1_000) ?? []);
  return values.length === 0 ? null : toTenth(Math.max(...values));
}

/** The file of the kernel that says whether a fan is connected at all. */
const isSwitchedOff = (file: string): boolean => textOf(file.replace(/_input$/u, '_enable')) === '0';

/** Of some fans the slowest counts, in rpm: one that stands still is what somebody has to know. */
function slowestFan(files: readonly string[]): number | null {
  const values = files.filter((file) => !isSwitchedOff(file)).flatMap((file) => fanSpeedOrNull(numberOf(file)) ?? []);
  return values.length === 0 ? null : Math.min(...values);
}

export const readSensors = (files: SensorFiles): SensorReadings => ({
  cpu_temp: highestTemperature(files.cpu),
  hdd_temp: highestTemperature(files.disk),
  fan_speed: slowestFan(files.fan),
});

/** In °C and rpm, as far as the device has sensors for them. */
export interface SensorReadings {
  readonly cpu_temp: number | null;
  readonly hdd_temp: number | null;
  readonly fan_speed: number | null;
}

export const noSensors: SensorReadings = { cpu_temp: null, hdd_temp: null, fan_speed: null };

/** Outside Linux a temperature costs a child process, so it is read once a minute. */
const SLOW_MS = 60_000;

async function readFromSystem(): Promise<SensorReadings> {
  const { main } = await si.cpuTemperature();
  // Where it finds no sensor, the library answers null, or 0.
  return { ...noSensors, cpu_temp: typeof main === 'number' && main !== 0 ? temperatureOrNull(main) : null };
}

/** Monitors that appear later, such as a disk that is plugged in, are found then. */
const LOOK_AGAIN_MS = 10 * 60_000;

/** Reads the monitors of Linux; when one is gone, because it has another number now, all are looked for again. */
export function createMonitorReader(now: () => number, root?: string): () => SensorReadings {
  let files = findSensorFiles(root);
  let foundAt = now();
  const isGone = ({ cpu, disk, fan }: SensorFiles) => [...cpu, ...disk, ...fan].some((file) => !existsSync(file));
  return () => {
    if (now() - foundAt >= LOOK_AGAIN_MS || isGone(files)) {
      files = findSensorFiles(root);
      foundAt = now();
    }
    return readSensors(files);
  };
}

export function createSensorReader(now: () => number): () => Promise<SensorReadings> {
  if (process.platform !== 'linux') return cached(readFromSystem, SLOW_MS, now);
  const read = createMonitorReader(now);
  return async () => read();
}
