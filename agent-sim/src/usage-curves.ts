import { propertySeeds, type DeviceProfile } from './device-profile.ts';
import { hashFraction, smoothNoise } from './random.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Disk usage grows from this time on. */
const EPOCH_MS = Date.UTC(2026, 0, 1);

/** Share of full work by the hour, 0 to 23: mornings and afternoons, a dip at noon, nights asleep. */
const officeHours = [2, 2, 2, 2, 2, 3, 8, 25, 60, 85, 90, 80, 45, 70, 88, 92, 85, 65, 30, 15, 8, 5, 3, 2];
const personalHours = [8, 4, 2, 2, 2, 4, 15, 40, 55, 50, 45, 55, 65, 50, 45, 50, 55, 65, 70, 60, 50, 45, 30, 15];

const WEEKEND_SHARE = 0.15;

/** The load that a device's users cause at this moment, 0 to 1. */
function demandOf({ model, location, key }: DeviceProfile, now: number): number {
  if (model.rhythm === 'flat') return 0.35 + 0.2 * hashFraction(key, propertySeeds.fill);
  const local = now + location.utcHours * HOUR_MS;
  const hour = (local % DAY_MS) / HOUR_MS;
  const curve = model.rhythm === 'office' ? officeHours : personalHours;
  const left = Math.floor(hour);
  const from = curve[left] ?? 0;
  const to = curve[(left + 1) % 24] ?? 0;
  const level = (from + (to - from) * (hour - left)) / 100;
  const day = new Date(local).getUTCDay();
  return model.rhythm === 'office' && (day === 0 || day === 6) ? level * WEEKEND_SHARE : level;
}

/** Processor load in percent: the day's curve, waves of minutes, and bursts of seconds. */
export function cpuAt(profile: DeviceProfile, now: number): number {
  const demand = demandOf(profile, now);
  const waves = smoothNoise(profile.key, now / 97_000);
  const ripple = smoothNoise(profile.key + 1, now / 6_000);
  const burst = Math.max(0, smoothNoise(profile.key + 2, now / 41_000) - 0.82) * 300 * demand;
  return clamp(1 + demand * (8 + 45 * waves) + 6 * ripple * demand + burst, 0.2, 100);
}

/** Memory in percent: programs stay open, so it moves slowly. */
export function memoryAt(profile: DeviceProfile, now: number): number {
  const base = 22 + 30 * hashFraction(profile.key, propertySeeds.memory);
  return clamp(base + 25 * demandOf(profile, now) + 8 * smoothNoise(profile.key + 3, now / 600_000), 5, 97);
}

/** Disk in percent: it fills by up to a third of a percent a day and is cleared when nearly full. */
export function diskAt(profile: DeviceProfile, now: number): number {
  const start = 15 + 60 * hashFraction(profile.key, propertySeeds.fill);
  const perDay = 0.03 + 0.3 * hashFraction(profile.key, propertySeeds.disk);
  const grown = start + (perDay * (now - EPOCH_MS)) / DAY_MS;
  const [low, high] = [40, 96];
  return grown < high ? Math.max(1, grown) : low + ((grown - low) % (high - low));
}

/** Temperatures follow the load by about a minute. */
const lags = [0, 30_000, 60_000];

export function smoothedCpuAt(profile: DeviceProfile, now: number): number {
  return lags.reduce((sum, lag) => sum + cpuAt(profile, now - lag), 0) / lags.length;
}

export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
