import type { CompanyPk, DevicePk } from '../../contract/ids.ts';
import { usageColumns, type UsageField } from '../../contract/names.ts';
import { redisKeys } from './keys.ts';
import type { Redis } from './redis.ts';

/** Latest usage sample of one device: percent, megabytes, °C, rpm. */
export type Usage = Readonly<Record<UsageField, number | null>>;

/** The same in the order of `usageColumns`. */
export type UsageValues = readonly (number | null)[];

/** A sample with what is told to no browser. */
export interface StoredSample {
  readonly values: UsageValues;
  /** When a gateway received it, in milliseconds since 1970; 0 where an earlier release wrote it. */
  readonly at: number;
  /** The name of the fan whose speed it holds; empty where it is not known. */
  readonly fan: string;
}

type StoredRow = readonly [device: number, ...rest: (number | string | null)[]];

/** A sample as it is stored, of the row `[device_pk, …usageColumns` that is published. */
export const storedUsageRow = (publishedRow: string, { at, fan }: Pick<StoredSample, 'at' | 'fan'>): string =>
  `${publishedRow.slice(0, -1)},${at},${JSON.stringify(fan)}]`;

export function parseStoredSample(storedRow: string | null | undefined): StoredSample | null {
  if (!storedRow) return null;
  const [, ...rest] = JSON.parse(storedRow) as StoredRow;
  const [at, fan] = rest.slice(usageColumns.length);
  return {
    values: rest.slice(0, usageColumns.length) as (number | null)[],
    at: typeof at === 'number' ? at : 0,
    fan: typeof fan === 'string' ? fan : '',
  };
}

export const parseUsageValues = (storedRow: string | null | undefined): UsageValues | null =>
  parseStoredSample(storedRow)?.values ?? null;

export const usageOf = (values: UsageValues): Usage =>
  Object.fromEntries(usageColumns.map((column, i) => [column, values[i] ?? null])) as Usage;

export function parseUsage(text: string | null | undefined): Usage | null {
  const values = parseUsageValues(text);
  return values && usageOf(values);
}

/** Latest usage samples of a company, by device. */
export async function readLatestSamples(redis: Redis, company: CompanyPk): Promise<Map<DevicePk, StoredSample>> {
  const rows = Object.entries(await redis.commands.hGetAll(redisKeys.usage(company)));
  return new Map(
    rows.flatMap(([pk, text]) => {
      const sample = parseStoredSample(text);
      return sample ? [[Number(pk) as DevicePk, sample] as const] : [];
    }),
  );
}

/** Their values alone. */
export async function readLatestUsage(redis: Redis, company: CompanyPk): Promise<Map<DevicePk, UsageValues>> {
  const samples = await readLatestSamples(redis, company);
  return new Map([...samples].map(([pk, { values }]) => [pk, values]));
}
