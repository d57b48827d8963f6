import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import type { UsageSample } from '@vigil/shared/contract/usage';
import { every } from '@vigil/shared/platform/lifecycle';
import type { Deps } from '../deps.ts';
import type { Journal } from '../journal.ts';

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
/** Rows of one stream entry: a few hundred kilobytes at the most. */
const ROWS_AN_ENTRY = 1_000;

const most = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b));
const least = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.min(a, b));
const rounded = (value: number) => Math.round(value * 100) / 100;

/** Sums up samples by minute, so that the database gets one row a device and minute, whatever the sampling rate. */
export function createUsageRollup(
  { log, now }: Deps,
  journal: Journal,
): Disposable & {
  add(company: CompanyPk, device: DevicePk, sample: UsageSample): void;
} {
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
        ] as [
          DevicePk,
          number,
          number,
          number,
          number,
          number,
          number | null,
          number | null,
          number | null,
          number | null,
        ],
    );
    for (let i = 0; i < rows.length; i += ROWS_AN_ENTRY) {
      await journal(company, 'usage_rollup', { minute: at, rows: rows.slice(i, i + ROWS_AN_ENTRY) });
    }
  };

  const turn = async () => {
    const next = Math.floor(now() / MINUTE_MS) * MINUTE_MS;
    if (next === minute) return;
    const [finished, at] = [current, minute];
    current = new Map();
    minute = next;
    for (const [company, devices] of finished) await write(company, at, devices);
  };
  const timer = every(1_000, log, turn);

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
      m.cpuTempMax = most(m.cpuTempMax, sample.cpu_temp);
      m.hddTempMax = most(m.hddTempMax, sample.hdd_temp);
      m.fanMin = least(m.fanMin, sample.fan_speed);
    },
    [Symbol.dispose]: () => timer[Symbol.dispose](),
  };
}
