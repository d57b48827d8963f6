import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { MAX_SENSOR_NAME } from '@vigil/shared/contract/limits';
import { possibleFanSpeed, possibleTemperature } from '@vigil/shared/contract/usage-bounds';
import si from 'systeminformation';
import { fieldText } from '../field-text.ts';
import { cached } from './async-cache.ts';

/** The files of Linux' hardware monitors by what they measure (kernel: hwmon/sysfs-interface). */
export interface SensorFiles {
  cpu: SensorFile[];
  disk: SensorFile[];
  fan: SensorFile[];
}

interface SensorFile {
  readonly path: string;
  /** Stays with the sensor while monitors are numbered anew: another one may have its path then. */
  readonly id: string;
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

/** The driver of a monitor and the device that it measures, or its number where it has none. */
function idOfMonitor(folder: string): string {
  let device: string;
  try {
    device = realpathSync(join(folder, 'device'));
  } catch {
    device = basename(folder);
  }
  return `${textOf(join(folder, 'name')) ?? ''} ${device}`;
}

const idOf = (path: string): string => `${idOfMonitor(dirname(path))} ${basename(path)}`;

/** Lists the hardware monitors; empty lists on a device without any. */
export function findSensorFiles(root = '/sys/class/hwmon'): SensorFiles {
  const found: SensorFiles = { cpu: [], disk: [], fan: [] };
  for (const monitor of entriesOf(root)) {
    const folder = join(root, monitor);
    const driver = textOf(join(folder, 'name')) ?? '';
    for (const file of entriesOf(folder)) {
      const path = join(folder, file);
      const isFan = /^fan\d+_input$/.test(file);
      if (!isFan && !/^temp\d+_input$/.test(file)) continue;
      const sensor = { path, id: idOf(path) };
      if (isFan) found.fan.push(sensor);
      else if (drivers.cpu.has(driver)) found.cpu.push(sensor);
      else if (drivers.disk.has(driver)) found.disk.push(sensor);
    }
  }
  return found;
}

const numberOf = (file: string): number => Number.parseInt(textOf(file) ?? '', 10);

const toTenth = (value: number): number => Math.round(value * 10) / 10;

/** Of some temperatures the highest counts; monitors give them in thousandths of a degree. */
function highestTemperature(files: readonly SensorFile[]): number | null {
  const values = files.flatMap(({ path }) => possibleTemperature(numberOf(path) / 1_000) ?? []);
  return values.length === 0 ? null : toTenth(Math.max(...values));
}

/** The file of the kernel that says whether a fan is connected at all. */
const isSwitchedOff = (file: string): boolean => textOf(file.replace(/_input$/u, '_enable')) === '0';

/** What a system calls a fan: its label, or the monitor and the number of the file. */
function nameOfFan(file: string): string {
  const label = textOf(file.replace(/_input$/u, '_label'));
  const monitor = textOf(join(dirname(file), 'name')) ?? '';
  return fieldText(label || `${monitor} ${basename(file, '_input')}`.trim(), MAX_SENSOR_NAME);
}

/** Below this temperature of the processor a laptop stops its fans on purpose. */
const COOL_LAPTOP_C = 60;

/** What the readings of before say about fans. */
export interface FanContext {
  /** The IDs of fans that have turned since the agent started: a connector without a fan always says 0. */
  readonly turned: Set<string>;
  readonly isPortable: boolean;
}

/**
 * Of the fans that ever turned the slowest counts, in rpm: one that stands still is what somebody has to know. While a
 * cool laptop has stopped one, nothing is known: the speed of another one would say that all are well.
 */
function slowestFan(files: readonly SensorFile[], { turned, isPortable }: FanContext, cpuTemp: number | null) {
  const isCool = isPortable && cpuTemp !== null && cpuTemp < COOL_LAPTOP_C;
  const fans = files
    .filter(({ path }) => !isSwitchedOff(path))
    .flatMap(({ path, id }) => {
      const speed = possibleFanSpeed(numberOf(path));
      if (speed !== null && speed > 0) turned.add(id);
      return speed === null || !turned.has(id) ? [] : [{ path, speed }];
    });
  const slowest = fans.toSorted((a, b) => a.speed - b.speed)[0];
  if (!slowest || (slowest.speed === 0 && isCool)) return { fan_speed: null };
  return { fan_speed: slowest.speed, fan_name: nameOfFan(slowest.path) };
}

export function readSensors(files: SensorFiles, context: FanContext): SensorReadings {
  const cpu_temp = highestTemperature(files.cpu);
  return { cpu_temp, hdd_temp: highestTemperature(files.disk), ...slowestFan(files.fan, context, cpu_temp) };
}

/** In °C and rpm, as far as the device has sensors for them. */
export interface SensorReadings {
  readonly cpu_temp: number | null;
  readonly hdd_temp: number | null;
  readonly fan_speed: number | null;
  /** Which fan turns at that speed. */
  readonly fan_name?: string;
}

export const noSensors: SensorReadings = { cpu_temp: null, hdd_temp: null, fan_speed: null };

/**
 * Chassis of laptops and tablets (SMBIOS, type 3: portable, laptop, notebook, sub-notebook, tablet, convertible,
 * detachable).
 */
const PORTABLE_CHASSIS = new Set(['8', '9', '10', '14', '30', '31', '32']);

const isPortableDevice = (): boolean => PORTABLE_CHASSIS.has(textOf('/sys/class/dmi/id/chassis_type') ?? '');

/** Outside Linux a temperature costs a child process, so it is read once a minute. */
const SLOW_MS = 60_000;

async function readFromSystem(): Promise<SensorReadings> {
  const { main } = await si.cpuTemperature();
  // Where it finds no sensor, the library answers null, or 0.
  return { ...noSensors, cpu_temp: typeof main === 'number' && main !== 0 ? possibleTemperature(main) : null };
}

/** Monitors that appear later, such as a disk that is plugged in, are found then. */
const LOOK_AGAIN_MS = 10 * 60_000;

/** Reads the monitors of Linux; when one is gone, or another one has its number now, all are looked for again. */
export function createMonitorReader(
  now: () => number,
  { root, isPortable = false }: { root?: string; isPortable?: boolean } = {},
): () => SensorReadings {
  const fans: FanContext = { turned: new Set(), isPortable };
  let files = findSensorFiles(root);
  let foundAt = now();
  const isGone = ({ cpu, disk, fan }: SensorFiles) =>
    [...cpu, ...disk, ...fan].some(({ path, id }) => !existsSync(path) || idOf(path) !== id);
  return () => {
    if (now() - foundAt >= LOOK_AGAIN_MS || isGone(files)) {
      files = findSensorFiles(root);
      foundAt = now();
    }
    return readSensors(files, fans);
  };
}

export function createSensorReader(now: () => number): () => Promise<SensorReadings> {
  if (process.platform !== 'linux') return cached(readFromSystem, SLOW_MS, now);
  const read = createMonitorReader(now, { isPortable: isPortableDevice() });
  return async () => read();
}
