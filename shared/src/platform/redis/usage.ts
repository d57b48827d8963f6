import { usageColumns, type UsageField } from '../../contract/names.ts';
import type { CompanyPk, DevicePk } from '../../contract/ids.ts';
import { redisKeys } from './keys.ts';
import type { Redis } from './redis.ts';

/** Latest usage sample of one device: percent, megabytes, °C, rpm. */
export type Usage = Readonly<Record<UsageField, number | null>>;

/** The same in the order of `usageColumns`. */
export type UsageValues = readonly (number | null)[];

/** Parses a stored row `[device_pk, …usageColumns]`, as gateways write it. */
export const parseUsageValues = (storedRow: string | null | undefined): UsageValues | null =>
  storedRow ? (JSON.parse(storedRow) as UsageValues).slice(1) : null;

export const usageOf = (values: UsageValues): Usage =>
  Object.fromEntries(usageColumns.map((column, i) => [column, values[i] ?? null])) as Usage;

export function parseUsage(text: string | null | undefined): Usage | null {
  const values = parseUsageValues(text);
  return values && usageOf(values);
}

/** Latest usage samples of a company, by device. */
export async function readLatestUsage(redis: Redis, company: CompanyPk): Promise<Map<DevicePk, UsageValues>> {
  const rows = Object.entries(await redis.commands.hGetAll(redisKeys.usage(company)));
  return new Map(rows.map(([pk, text]) => [Number(pk) as DevicePk, parseUsageValues(text) ?? []]));
}
