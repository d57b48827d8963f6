import { usageColumns, type UsageField } from '../../contract/names.ts';
import type { CompanyPk } from '../../contract/ids.ts';
import { keys } from './keys.ts';
import type { Redis } from './redis.ts';

/** Latest figures of one device: plain percents, megabytes, °C, rpm. */
export type Usage = Readonly<Record<UsageField, number | null>>;

/** A row of latest values is `[device_pk, …usageColumns]`, as gateways batch it. */
export function parseUsage(text: string | null | undefined): Usage | null {
  if (!text) return null;
  const [, ...values] = JSON.parse(text) as (number | null)[];
  return Object.fromEntries(usageColumns.map((column, i) => [column, values[i] ?? null])) as Usage;
}

/** Latest figures of a whole company, by device. */
export async function readAllUsage(redis: Redis, company: CompanyPk): Promise<(pk: number) => Usage | null> {
  const rows = await redis.commands.hGetAll(keys.usage(company));
  return (pk) => parseUsage(rows[pk]);
}
