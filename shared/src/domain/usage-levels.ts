/** Values from here on are shown in red (spec 2 §2), in percent and °C. */
export const RED_USAGE_PERCENT = 90;
export const RED_CPU_TEMPERATURE = 50;

/** Usage below it is shown muted, so that the eye finds what is high; in percent. */
export const MUTED_USAGE_PERCENT = 60;

interface Measured {
  readonly cpu_usage: number | null;
  readonly memory_usage: number | null;
  readonly hdd_usage: number | null;
  readonly cpu_temp: number | null;
}

/** Whether a device has a value that is shown in red; `hdd_usage` as a plain percentage. */
export const isOverThreshold = ({ cpu_usage, memory_usage, hdd_usage, cpu_temp }: Measured): boolean =>
  (cpu_usage ?? 0) >= RED_USAGE_PERCENT ||
  (memory_usage ?? 0) >= RED_USAGE_PERCENT ||
  (hdd_usage ?? 0) >= RED_USAGE_PERCENT ||
  (cpu_temp ?? 0) >= RED_CPU_TEMPERATURE;
