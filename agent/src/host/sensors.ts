import si from 'systeminformation';
import { findSensors, readSensors } from './hwmon.ts';
import { remembered } from './remembered.ts';

export type Temperatures = ReturnType<typeof readSensors>;

/** Outside Linux a temperature costs a child process: it is asked for seldom, since it changes slowly. */
const SLOW_MS = 60_000;

async function askSystem(): Promise<Temperatures> {
  const { main } = await si.cpuTemperature();
  return { cpu_temp: typeof main === 'number' && main > 0 ? main : null, hdd_temp: null, fan_speed: null };
}

/** Temperatures in °C and the fan in rpm, as far as the machine tells. */
export function createSensors(now: () => number): () => Promise<Temperatures> {
  if (process.platform !== 'linux') return remembered(askSystem, SLOW_MS, now);
  const files = findSensors();
  return async () => readSensors(files);
}
