import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import type { UsageSample } from '@vigil/shared/contract/usage';
import { every } from '@vigil/shared/platform/lifecycle';
import { appendToStream, type StreamData } from '@vigil/shared/platform/redis/stream';
import type { Deps } from '../deps.ts';

interface Minute {
  samples: number;
  cpuSum: number;
  cpuMax: number;
  memorySum: number;
  memoryMax: number;
  hddLast: number | null;
  cpuTempMax: number | null;
  hddTempMax: number | null;
  fanMin: number | null;
}

const MINUTE_MS = 60_000;
/** Rows of one stream entry, so that an entry has at most a few hundred kilobytes. */
const ROWS_PER_ENTRY = 1_000;

const maxOf = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b));
const minOf = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.min(a, b));
const rounded = (value: number) => Math.round(value * 100) / 100;

export interface UsageRollup extends Disposable {
  add(company: CompanyPk, device: DevicePk, sample: UsageSample): void;
}

/** Aggregates samples by minute, so that the database gets one row per device and minute at any sampling rate. */
export function createUsageRollup({ redis, log, now }: Deps): UsageRollup {
  let current = new Map<CompanyPk, Map<DevicePk, Minute>>();
  let minute = Math.floor(now() / MINUTE_MS) * MINUTE_MS;

  const write = async (company: CompanyPk, at: number, devices: Map<DevicePk, Minute>) => {
    const rows = [...devices].map(
      ([device, m]) =>
        [
          device,
          m.samples,
          rounded(m.cpuSum / m.samples),
          m.cpuMax,
          rounded(m.memorySum / m.samples),
          m.memoryMax,
          m.hddLast,
          m.cpuTempMax,
          m.hddTempMax,
          m.fanMin,
        ] satisfies StreamData['usage_rollup']['rows'][number],
    );
    for (let i = 0; i < rows.length; i += ROWS_PER_ENTRY) {
      const data = { minute: at, rows: rows.slice(i, i + ROWS_PER_ENTRY) };
      await appendToStream(redis, { company, kind: 'usage_rollup', data });
    }
  };

  const writeFinishedMinute = async () => {
    const next = Math.floor(now() / MINUTE_MS) * MINUTE_MS;
    if (next === minute) return;
    const [finished, at] = [current, minute];
    current = new Map();
    minute = next;
    for (const [company, devices] of finished) await write(company, at, devices);
  };

  const timer = every(1_000, log, writeFinishedMinute);

  return {
    add(company, device, sample) {
      const devices = current.get(company) ?? new Map<DevicePk, Minute>();
      current.set(company, devices);
      const m = devices.get(device) ?? {
        samples: 0,
        cpuSum: 0,
        cpuMax: 0,
        memorySum: 0,
        memoryMax: 0,
        hddLast: null,
        cpuTempMax: null,
        hddTempMax: null,
        fanMin: null,
      };
      devices.set(device, m);
      m.samples += 1;
      m.cpuSum += sample.cpu_usage ?? 0;
      m.cpuMax = Math.max(m.cpuMax, sample.cpu_usage ?? 0);
      m.memorySum += sample.memory_usage ?? 0;
      m.memoryMax = Math.max(m.memoryMax, sample.memory_usage ?? 0);
      m.hddLast = sample.hdd_usage;
      m.cpuTempMax = maxOf(m.cpuTempMax, sample.cpu_temp);
      m.hddTempMax = maxOf(m.hddTempMax, sample.hdd_temp);
      m.fanMin = minOf(m.fanMin, sample.fan_speed);
    },
    [Symbol.dispose]: () => timer[Symbol.dispose](),
  };
}
