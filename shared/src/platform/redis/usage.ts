import { usageColumns, type UsageField } from '../../contract/names.ts';
import type { CompanyPk } from '../../contract/ids.ts';
import { keys } from './keys.ts';
import type { Redis } from './redis.ts';

/** Latest usage sample of one device: percent, megabytes, °C, rpm. */
export type Usage = Readonly<Record<UsageField, number | null>>;

/** Parses a stored row `[device_pk, …usageColumns]`, as gateways write it. */
export function parseUsage(text: string | null | undefined): Usage | null {
  if (!text) return null;
  const [, ...values] = JSON.parse(text) as (number | null)[];
  return Object.fromEntries(usageColumns.map((column, i) => [column, values[i] ?? null])) as Usage;
}

/** Latest usage samples of a company, by device. */
export async function readAllUsage(redis: Redis, company: CompanyPk): Promise<(pk: number) => Usage | null> {
  const rows = await redis.commands.hGetAll(keys.usage(company));
  return (pk) => parseUsage(rows[pk]);
}
