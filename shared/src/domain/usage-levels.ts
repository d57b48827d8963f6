/** Values from here on are shown in red (spec 2 §2), in percent and °C. */
export const RED_USAGE_PERCENT = 90;
export const RED_CPU_TEMPERATURE = 50;

/** Usage below it is shown muted, so that the eye finds what is high; in percent. */
export const MUTED_USAGE_BELOW_PERCENT = 60;

/** From which values on a device is over its threshold; in percent and °C. */
export interface UsageThresholds {
  readonly cpu: number;
  readonly memory: number;
  readonly disk: number;
  readonly temperature: number;
}

export const redThresholds: UsageThresholds = {
  cpu: RED_USAGE_PERCENT,
  memory: RED_USAGE_PERCENT,
  disk: RED_USAGE_PERCENT,
  temperature: RED_CPU_TEMPERATURE,
};

interface Measured {
  readonly cpu_usage: number | null;
  readonly memory_usage: number | null;
  readonly hdd_usage: number | null;
  readonly cpu_temp: number | null;
}

/** Whether a device has a value that is shown in red, or is over other thresholds. */
export const hasMeasureOverThreshold = (
  { cpu_usage, memory_usage, hdd_usage, cpu_temp }: Measured,
  { cpu, memory, disk, temperature }: UsageThresholds = redThresholds,
): boolean =>
  (cpu_usage ?? 0) >= cpu ||
  (memory_usage ?? 0) >= memory ||
  (hdd_usage ?? 0) >= disk ||
  (cpu_temp ?? 0) >= temperature;
