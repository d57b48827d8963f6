import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

function highest(files: readonly string[], perUnit: number): number | null {
  const values = files.flatMap((file) => {
    const value = Number.parseInt(textOf(file) ?? '', 10);
    return Number.isFinite(value) && value > 0 ? [value / perUnit] : [];
  });
  return values.length === 0 ? null : Math.round(Math.max(...values) * 10) / 10;
}

/** Monitors give temperatures in thousandths of a degree and fan speeds in rpm. */
export const readSensors = (files: SensorFiles) => ({
  cpu_temp: highest(files.cpu, 1_000),
  hdd_temp: highest(files.disk, 1_000),
  fan_speed: highest(files.fan, 1),
});

export type SensorReadings = ReturnType<typeof readSensors>;

/** Outside Linux a temperature costs a child process, so it is read once a minute. */
const SLOW_MS = 60_000;

async function readFromSystem(): Promise<SensorReadings> {
  const { main } = await si.cpuTemperature();
  return { cpu_temp: typeof main === 'number' && main > 0 ? main : null, hdd_temp: null, fan_speed: null };
}

/** SensorReadings in °C and the fan speed in rpm, as far as the device has sensors for them. */
export function createSensorReader(now: () => number): () => Promise<SensorReadings> {
  if (process.platform !== 'linux') return cached(readFromSystem, SLOW_MS, now);
  const files = findSensorFiles();
  return async () => readSensors(files);
}
