import type { UsageField } from './names.ts';

export interface UsageBounds {
  readonly least: number;
  readonly most: number;
  /** How far a value may lie beyond because it was rounded, or measured at two moments; it is cut off then. */
  readonly tolerance: number;
}

const percent: UsageBounds = { least: 0, most: 100, tolerance: 1 };
const amount: UsageBounds = { least: 0, most: 1e12, tolerance: 0 };
/** In °C. Sensors answer with -128, 127, 127.9, 255 or 65261 when they have nothing to say. */
const temperature: UsageBounds = { least: -100, most: 126, tolerance: 0 };
/** In rpm. 65535 and 4294967295 are registers with all bits set. */
const speed: UsageBounds = { least: 0, most: 50_000, tolerance: 0 };

/**
 * What a device can measure. A value beyond it is that of a broken sensor: it is unknown, because a limit in its place
 * would raise an alert.
 */
export const usageBounds: { readonly [F in UsageField]: UsageBounds } = {
  cpu_usage: percent,
  memory_usage: percent,
  memory_capacity: amount,
  memory_uses: amount,
  hdd_usage: percent,
  hdd_capacity: amount,
  hdd_uses: amount,
  cpu_temp: temperature,
  hdd_temp: temperature,
  fan_speed: speed,
};

export const isPossibleMeasure = (value: number, { least, most, tolerance }: UsageBounds): boolean =>
  value >= least - tolerance && value <= most + tolerance;

/** A temperature in °C that something measured; null for what sensors answer when they have nothing to say. */
export const possibleTemperature = (value: number): number | null =>
  isPossibleMeasure(value, temperature) ? value : null;

/** A speed of a fan in rpm, of which 0 is one. */
export const possibleFanSpeed = (value: number): number | null => (isPossibleMeasure(value, speed) ? value : null);
