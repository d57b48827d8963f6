import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import type { UsageSample } from '@vigil/shared/contract/usage';
import { every } from '@vigil/shared/platform/lifecycle';
import { appendToPartitionStream, type StreamPayloadByKind } from '@vigil/shared/platform/redis/stream';
import type { Deps } from '../deps.ts';

/** The values of one measure within a minute; a value that the device could not measure counts as none. */
interface Measure {
  count: number;
  sum: number;
  least: number | null;
  most: number | null;
}

interface Minute {
  samples: number;
  readonly cpu: Measure;
  readonly memory: Measure;
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
const noMeasure = (): Measure => ({ count: 0, sum: 0, least: null, most: null });
const averageOf = ({ sum, count }: Measure) => (count === 0 ? null : Math.round((sum / count) * 100) / 100);

function addTo(measure: Measure, value: number | null): void {
  if (value === null) return;
  measure.count += 1;
  measure.sum += value;
  measure.least = minOf(measure.least, value);
  measure.most = maxOf(measure.most, value);
}

export interface MinuteUsageRollup extends Disposable {
  add(company: CompanyPk, device: DevicePk, sample: UsageSample): void;
}

/** Aggregates samples by minute, so that the database gets one row per device and minute at any sampling rate. */
export function createMinuteUsageRollup({ redis, log, now }: Deps): MinuteUsageRollup {
  let current = new Map<CompanyPk, Map<DevicePk, Minute>>();
  let minute = Math.floor(now() / MINUTE_MS) * MINUTE_MS;

  const write = async (company: CompanyPk, at: number, devices: Map<DevicePk, Minute>) => {
    const rows = [...devices].map(
      ([device, m]) =>
        [
          device,
          m.samples,
          averageOf(m.cpu),
          m.cpu.most,
          averageOf(m.memory),
          m.memory.most,
          m.hddLast,
          m.cpuTempMax,
          m.hddTempMax,
          m.fanMin,
        ] satisfies StreamPayloadByKind['usage_rollup']['rows'][number],
    );
    const minimums = [...devices].map(
      ([device, { cpu, memory }]) =>
        [device, cpu.least, memory.least] satisfies StreamPayloadByKind['usage_rollup']['minimums'][number],
    );
    for (let i = 0; i < rows.length; i += ROWS_PER_ENTRY) {
      const part = [i, i + ROWS_PER_ENTRY] as const;
      const data = { minute: at, rows: rows.slice(...part), minimums: minimums.slice(...part) };
      await appendToPartitionStream(redis, { company, kind: 'usage_rollup', data });
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
        cpu: noMeasure(),
        memory: noMeasure(),
        hddLast: null,
        cpuTempMax: null,
        hddTempMax: null,
        fanMin: null,
      };
      devices.set(device, m);
      m.samples += 1;
      addTo(m.cpu, sample.cpu_usage);
      addTo(m.memory, sample.memory_usage);
      m.hddLast = sample.hdd_usage ?? m.hddLast;
      m.cpuTempMax = maxOf(m.cpuTempMax, sample.cpu_temp);
      m.hddTempMax = maxOf(m.hddTempMax, sample.hdd_temp);
      m.fanMin = minOf(m.fanMin, sample.fan_speed);
    },
    [Symbol.dispose]: () => timer[Symbol.dispose](),
  };
}
